package explore

import "slices"

// A Rewinder is a System that can go back to a state.
type Rewinder interface {
	System
	// Rewind is called before anything else. Names says that objects are to keep their numbers: states in which they have
	// other ones are different.
	Rewind(names bool)
	// AppendState appends all that decides how the execution goes on. Two states are the same if the bytes are.
	AppendState(b []byte) []byte
	// Load goes to a state that AppendState has described. The bytes are not changed afterwards.
	Load(state []byte)
	// Accessed is what the latest step has accessed, if steps have more than one operation, so that Ops does not tell.
	Accessed() (acc []Access, more bool)
	// Refuted says that the system has relied on something since Rewind that is not so. Then the search begins anew, and
	// the system does not rely on that again. States that were found are states of the system all the same.
	Refuted() bool
	// Retrace is the schedule of an execution from the beginning with these choices. The present state stays.
	Retrace(path []Choice) Schedule
}

// StatesOptions are options of States.
type StatesOptions struct {
	// Breadth has the states searched breadth-first, so that each is found by a shortest schedule. Without it the search
	// is depth-first, and finds cycles.
	Breadth bool
	// Sleep leaves out transitions by sleep sets: of two that are independent only one order is executed. All states are
	// found without it as with it (Godefroid, Partial-order methods, 1996, section 5.2). It is for searches depth-first.
	Sleep bool
	// States is after how many states the search stops; 0 means any number.
	States int
}

// A Visitor is told what a search finds. Each function may be nil, and returns false to stop the search. If the search
// begins anew (Rewinder.Refuted), it is told of some things again.
type Visitor struct {
	// End is called at each state in which no thread is enabled.
	End func(p *Path) bool
	// Cycle is called if a transition leads back to a state of the path. The path ends with this transition, and back is
	// how many transitions the cycle has.
	Cycle func(p *Path, back int) bool
	// Step is called after each transition; again says that it leads to a state that was seen before.
	Step func(p *Path, again bool) bool
}

// A Count says how many states and transitions a search has seen.
type Count struct {
	States, Transitions int
	Ends, Deadlocks     int // states in which no thread is enabled, and those of them in which some have not ended
	Cycles              int // transitions that lead back to a state of the path they came by
	Depth               int // the length of the longest path
	Restarts            int // how often the search began anew; all other numbers are those of the last search
	Bytes               int // that the states take, with the table by which they are found
	Complete            bool
	Why                 string // if it is not complete
}

// A Path is how a search came to the present state. It is valid during a call of a Visitor's function.
type Path struct {
	x    *search
	leaf int32 // breadth-first: the state
	end  End
}

// End says how the execution has ended, in a call of Visitor.End.
func (p *Path) End() End { return p.end }

// Schedule is the choices that lead to the present state. The program is executed for it.
func (p *Path) Schedule() Schedule {
	var path []Choice
	if p.x.opts.Breadth {
		for n := p.leaf; n > 0; n = p.x.from[n].state {
			path = append(path, p.x.from[n].by)
		}
		slices.Reverse(path)
	}
	for i := range p.x.stack {
		if f := &p.x.stack[i]; f.at > 0 {
			path = append(path, f.todo[f.at-1].choice)
		}
	}
	return p.x.s.Retrace(path)
}

// search is a search of states.
type search struct {
	s     Rewinder
	opts  StatesOptions
	visit Visitor
	table table
	path  Path
	count Count
	buf   []byte
	stack []frame
	from  []step // breadth-first: by state
	sleep map[int32][]asleep
}

// step is how a state was found.
type step struct {
	state int32
	by    Choice
}

// frame is a state of the path.
type frame struct {
	state int32
	todo  []todo
	at    int // how many of them were taken
	sleep []asleep
}

type todo struct {
	choice Choice
	acc    []Access
}

// States searches the states of a system, each of which is kept as a whole.
func States(s Rewinder, opts StatesOptions, visit Visitor) Count {
	opts.Sleep = opts.Sleep && !opts.Breadth
	for restarts := 0; ; restarts++ {
		if count, refuted := states(s, opts, visit); !refuted {
			count.Restarts = restarts
			return count
		}
	}
}

// states searches once, unless the system turns out to have relied on something that is not so.
func states(s Rewinder, opts StatesOptions, visit Visitor) (count Count, refuted bool) {
	x := &search{s: s, opts: opts, visit: visit, sleep: map[int32][]asleep{}}
	x.path.x = x
	x.count.Complete = true
	s.Rewind(opts.Sleep)
	s.Begin(nobody{})
	switch {
	case s.Refuted():
		return x.count, true
	case opts.Breadth:
		x.breadth()
	default:
		x.depth()
	}
	x.count.States = x.table.len()
	x.count.Bytes = x.table.bytes()
	return x.count, s.Refuted() && x.count.Why == refuting
}

// refuting is why a search is given up that begins anew.
const refuting = "the system has relied on what is not so"

// nobody is not interested in what orders threads.
type nobody struct{}

func (nobody) Order(int, int) {}

func (x *search) stop(why string) { x.count.Complete, x.count.Why = false, why }

// enter adds the present state. It reports its number and whether it was there before.
func (x *search) enter() (state int32, known bool) {
	x.buf = x.s.AppendState(x.buf[:0])
	return x.table.add(x.buf)
}

// choices are what can be done in the present state. Without any, the visitor is told.
func (x *search) choices(list []todo) (_ []todo, more bool) {
	ops := x.s.Ops()
	for i := range ops {
		if op := &ops[i]; op.Enabled {
			for v := range max(1, op.Values) {
				t := todo{choice: Choice{op.Thread, v}}
				if x.opts.Sleep {
					t.acc = append([]Access(nil), op.Accesses...)
				}
				list = append(list, t)
			}
		}
	}
	if len(list) > 0 {
		return list, true
	}
	x.count.Ends++
	if l, ok := x.s.(Limiter); ok && l.Limited() != "" {
		x.stop(l.Limited())
	}
	x.path.end = Finished
	if len(ops) > 0 {
		x.path.end = Deadlocked
		x.count.Deadlocks++
	}
	return list, x.visit.End == nil || x.visit.End(&x.path)
}

// breadth searches breadth-first. The numbers of states are the queue.
func (x *search) breadth() {
	x.enter()
	x.from = append(x.from, step{})
	depth := []int32{0}
	var list []todo
	for n := 0; n < x.table.len(); n++ {
		here := int32(n)
		x.path.leaf = here
		x.s.Load(x.table.state(here))
		var more bool
		if list, more = x.choices(list[:0]); !more {
			x.stop("it was stopped")
			return
		}
		x.count.Depth = max(x.count.Depth, int(depth[n]))
		for i, t := range list {
			if i > 0 {
				x.s.Load(x.table.state(here))
			}
			if !x.step(t.choice) {
				return
			}
			state, known := x.enter()
			if !known {
				x.from = append(x.from, step{here, t.choice})
				depth = append(depth, depth[n]+1)
			}
			if x.visit.Step != nil {
				x.path.leaf = state
				if !x.visit.Step(&x.path, known) {
					x.stop("it was stopped")
					return
				}
				x.path.leaf = here
			}
		}
		if x.full() {
			return
		}
	}
}

// step takes a transition, after which the search goes on unless the system has relied on what is not so.
func (x *search) step(c Choice) bool {
	x.s.Step(c)
	x.count.Transitions++
	if x.s.Refuted() {
		x.stop(refuting)
		return false
	}
	return true
}

func (x *search) full() bool {
	if x.table.size > maxData || len(x.table.chunks) == 1<<(32-chunkBits) {
		x.stop("the states take more than 3 GiB")
		return true
	}
	if x.opts.States > 0 && x.table.len() >= x.opts.States {
		x.stop("the limit of states was reached")
		return true
	}
	return false
}

// depth searches depth-first.
func (x *search) depth() {
	state, _ := x.enter()
	if !x.push(state, nil) {
		x.stop("it was stopped")
		return
	}
	for len(x.stack) > 0 {
		f := &x.stack[len(x.stack)-1]
		if f.at == len(f.todo) {
			x.table.leave(f.state)
			x.stack = x.stack[:len(x.stack)-1]
			if len(x.stack) > 0 {
				x.s.Load(x.table.state(x.stack[len(x.stack)-1].state))
			}
			continue
		}
		t := &f.todo[f.at]
		f.at++
		if !x.step(t.choice) {
			return
		}
		if !x.arrive(f, t) {
			x.stop("it was stopped")
			return
		}
		if x.full() {
			return
		}
	}
}

// arrive looks at the state that a transition out of f has led to.
func (x *search) arrive(f *frame, t *todo) bool {
	var sleep []asleep
	if x.opts.Sleep {
		if acc, more := x.s.Accessed(); more {
			t.acc = acc
		}
		for _, q := range f.sleep {
			if int(q.thread) != t.choice.Thread && !dependent(q.acc, t.acc) {
				sleep = append(sleep, q)
			}
		}
		f.sleep = append(f.sleep, asleep{int32(t.choice.Thread), int32(t.choice.Value), t.acc})
	}
	state, known := x.enter()
	if x.visit.Step != nil && !x.visit.Step(&x.path, known) {
		return false
	}
	if known {
		if x.table.on(state) {
			x.count.Cycles++
			if x.visit.Cycle != nil && !x.visit.Cycle(&x.path, x.back(state)) {
				return false
			}
		}
		if !x.opts.Sleep || !x.wakes(state, sleep) {
			x.s.Load(x.table.state(f.state))
			return true
		}
	}
	return x.push(state, sleep)
}

// back is how many transitions ago the path was in a state.
func (x *search) back(state int32) int {
	for i := len(x.stack) - 1; i >= 0; i-- {
		if x.stack[i].state == state {
			return len(x.stack) - i
		}
	}
	return 0
}

// wakes reports whether a state that was left with some threads asleep is come to with less of them, so that there is
// something to do.
func (x *search) wakes(state int32, sleep []asleep) bool {
	for _, q := range x.sleep[state] {
		if !contains(sleep, q) {
			return true
		}
	}
	return false
}

func contains(list []asleep, q asleep) bool {
	for i := range list {
		if list[i].thread == q.thread && list[i].value == q.value {
			return true
		}
	}
	return false
}

// push adds the present state to the path.
func (x *search) push(state int32, sleep []asleep) bool {
	n := len(x.stack)
	var list []todo
	if n < cap(x.stack) {
		list = x.stack[:n+1][n].todo[:0] // of a state that the path has left
	}
	list, more := x.choices(list)
	if !more {
		return false
	}
	if x.opts.Sleep {
		list = x.rest(state, list, sleep)
	}
	x.table.come(state)
	x.stack = append(x.stack, frame{state: state, todo: list, sleep: sleep})
	x.count.Depth = max(x.count.Depth, len(x.stack)-1)
	return true
}

// rest is what is left to do in a state with some transitions asleep, and notes that it is done.
func (x *search) rest(state int32, list []todo, sleep []asleep) []todo {
	before, seen := x.sleep[state]
	rest := list[:0]
	var kept []asleep
	for _, t := range list {
		q := asleep{thread: int32(t.choice.Thread), value: int32(t.choice.Value)}
		switch {
		case contains(sleep, q):
			if !seen || contains(before, q) {
				kept = append(kept, q)
			}
		case !seen || contains(before, q):
			rest = append(rest, t)
		}
	}
	x.sleep[state] = kept
	return rest
}
