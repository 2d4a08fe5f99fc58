package core

// priorities are those of PCT: S. Burckhardt, P. Kothari, M. Musuvathi and S. Nagarakatte: A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs, ASPLOS 2010.
type priorities struct {
	of      []uint64 // by thread; 0 if it has none yet
	changes []int    // at which decisions the thread that executes gets a low priority
	length  int      // of the longest execution so far
	low     uint64   // the lowest priority that was given
}

func (p *priorities) begin(x *Explorer) {
	clear(p.of)
	p.changes = p.changes[:0]
	p.low = 1 << 32
	for range x.spec.Depth - 1 {
		p.changes = append(p.changes, int(x.next()%uint64(max(p.length, 1))))
	}
}

func (p *priorities) end(length int) { p.length = max(p.length, length) }

// thread decides which thread goes on.
func (p *priorities) thread(x *Explorer, list []Candidate, current bool) int {
	for _, c := range list {
		for int(c.Thread) >= len(p.of) {
			p.of = append(p.of, 0)
		}
		if p.of[c.Thread] == 0 {
			p.of[c.Thread] = x.next()>>1 | 1<<62
		}
	}
	if current {
		lower := list[0].Kind == Yield
		for _, at := range p.changes {
			lower = lower || at == len(x.Choices)
		}
		if lower {
			p.low--
			p.of[list[0].Thread] = p.low
		}
	}
	best := 0
	for i, c := range list {
		if p.of[c.Thread] > p.of[list[best].Thread] {
			best = i
		}
	}
	return best
}
