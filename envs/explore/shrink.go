package explore

// Shrink looks for a schedule with fewer switches that shows the same. A switch is a choice that is not the usual one.
// The usual thread is the one that has gone on last. If it has to wait, that is the first thread that is enabled. The
// usual result of an operation is the first one.
//
// Run makes an execution by the strategy it is given. It reports the schedule that was made, and whether it shows the
// same, and does the same for the same choices. There are at most n executions. The result is the schedule of one of
// them, or s if none shows the same. If n suffices, the same is not shown when any one switch of the result is left out
// (as A. Zeller and R. Hildebrandt, Simplifying and isolating failure-inducing input, TSE 2002; for schedules, N.
// Jalbert and K. Sen, A trace simplification technique for effective debugging of concurrent programs, FSE 2010).
func (s Schedule) Shrink(n int, run func(Strategy) (made Schedule, same bool)) Schedule {
	kept := switchesOf(s)
	best := s
	try := func(list []forced) bool {
		if n <= 0 {
			return false
		}
		n--
		g := &guided{list: list}
		made, same := run(g)
		if !same {
			return false
		}
		best, kept = append(Schedule(nil), made...), g.used
		return true
	}
	if !try(kept) || len(kept) == 0 || try(nil) { // what is left are those that the program would not make
		return best
	}
	for less := true; less && n > 0; {
		less = false
		for size := (len(kept) + 1) / 2; size > 0 && n > 0; size /= 2 {
			for from := 0; from < len(kept) && n > 0; {
				to := min(from+size, len(kept))
				if try(append(append([]forced(nil), kept[:from]...), kept[to:]...)) {
					less = true // what comes next is at the same place
				} else {
					from = to
				}
			}
		}
	}
	return best
}

// A forced choice comes after a thread has gone on so many times. It is another thread, or another result of what the
// thread does next.
type forced struct {
	thread, count int
	result        bool
	to            int // the thread, or the result
}

// switchesOf are the choices of a schedule at which another thread goes on than before, or which have another result
// than the first one.
func switchesOf(s Schedule) (list []forced) {
	counts := map[int]int{}
	last := -1
	for _, c := range s {
		if c.Thread != last {
			list = append(list, forced{last, counts[last], false, c.Thread})
		}
		if c.Value != 0 {
			list = append(list, forced{c.Thread, counts[c.Thread], true, c.Value})
		}
		counts[c.Thread]++
		last = c.Thread
	}
	return list
}

// A guided strategy makes one execution, by the usual choices but where it is told otherwise.
type guided struct {
	list  []forced
	used  []forced // those that have changed a choice, in their order
	begun bool
	at    map[forced]int
	count map[int]int
	last  int
}

func (g *guided) Begin() bool {
	first := !g.begun
	g.begun, g.last = true, -1
	g.at, g.count = map[forced]int{}, map[int]int{}
	for _, f := range g.list {
		to := f.to
		f.to = 0
		g.at[f] = to
	}
	return first
}

func (g *guided) Order(int, int) {}

func (g *guided) Cut([]Op) {}

func (g *guided) Next(ops []Op) (Choice, bool) {
	var pick *Op
	for i := range ops {
		if op := &ops[i]; op.Enabled && (pick == nil || op.Started == g.last) {
			pick = op
		}
	}
	if pick == nil {
		return Choice{}, false
	}
	f := forced{thread: g.last, count: g.count[g.last]}
	if to, ok := g.at[f]; ok && to != pick.Started {
		if op := started(ops, to); op != nil && op.Enabled {
			pick, f.to = op, to
			g.used = append(g.used, f)
		}
	}
	v := 0
	f = forced{thread: pick.Started, count: g.count[pick.Started], result: true}
	if to, ok := g.at[f]; ok && to < pick.Values {
		v, f.to = to, to
		g.used = append(g.used, f)
	}
	g.count[pick.Started]++
	g.last = pick.Started
	return Choice{pick.Thread, v}, true
}

func (g *guided) Complete() (string, bool) { return "one schedule was made", false }
