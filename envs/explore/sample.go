package explore

import "fmt"

// sample is what the strategies share that draw schedules. The execution with number i is a function of seed and i, and
// in pct also of how long those before it were.
type sample struct {
	seed uint64
	n    int
	made int
	rng  random
}

func (s *sample) begin() bool {
	if s.made == s.n {
		return false
	}
	s.rng = random(mix(s.seed) + mix(uint64(s.made)))
	s.made++
	return true
}

// Order is nothing that what is drawn depends on.
func (s *sample) Order(int, int) {}

// Cut is nothing that what is drawn depends on.
func (s *sample) Cut([]Op) {}

// Complete is false: schedules that were not drawn were left out.
func (s *sample) Complete() (string, bool) {
	return fmt.Sprintf("%d schedules were drawn with seed %d", s.made, s.seed), false
}

func (s *sample) choice(op *Op) (Choice, bool) {
	v := 0
	if op.Values > 1 {
		v = s.rng.below(op.Values)
	}
	return Choice{op.Thread, v}, true
}

// random is a generator of random numbers (splitmix64).
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	return mix(uint64(*r))
}

// below is a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// randomWalk is the strategy of NewRandomWalk.
type randomWalk struct {
	sample
	enabled []*Op // scratch
}

// NewRandomWalk makes a strategy that draws a number of executions. It chooses each time among the enabled threads, all
// with the same chance. A schedule is drawn with the product of these chances: one of k choices among n threads with at
// least 1/n^k.
func NewRandomWalk(seed uint64, executions int) Strategy {
	return &randomWalk{sample: sample{seed: seed, n: executions}}
}

// Begin begins the next execution.
func (w *randomWalk) Begin() bool { return w.begin() }

// Next draws a thread.
func (w *randomWalk) Next(ops []Op) (Choice, bool) {
	w.enabled = w.enabled[:0]
	for i := range ops {
		if ops[i].Enabled {
			w.enabled = append(w.enabled, &ops[i])
		}
	}
	if len(w.enabled) == 0 {
		return Choice{}, false
	}
	return w.choice(w.enabled[w.rng.below(len(w.enabled))])
}

// pct is the strategy of NewPCT.
type pct struct {
	sample
	depth, steps int
	priority     []uint64 // by thread; 0 is not drawn yet
	changes      []int    // steps; at the i-th one the priority becomes lows + i
	step         int
	longest      int
	low          uint64 // below all priorities
}

// NewPCT makes a strategy that draws a number of executions, for defects of a depth of at least 1. Each time the
// enabled thread of the highest priority goes on. Priorities are drawn when threads start. At depth-1 steps, which are
// drawn, the thread that would go on gets a lower priority than all others. Steps is how many an execution has at most.
// 0 means that the longest one up to now tells, so that the chance below is not promised. If Steps is 0,
// the thread that has gone on becomes the lowest after each 1000 steps, too: threads may wait in loops.
//
// A defect has depth d if d events have to come in a certain order. In an execution of at most k steps and n threads it
// is found with a chance of at least 1/(n*k^(d-1)) (Burckhardt, Kothari, Musuvathi and Nagarakatte, A randomized
// scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010).
func NewPCT(seed uint64, executions, depth, steps int) Strategy {
	return &pct{sample: sample{seed: seed, n: executions}, depth: max(1, depth), steps: steps}
}

// Begin draws the steps at which priorities change.
func (p *pct) Begin() bool {
	if !p.begin() {
		return false
	}
	p.longest = max(p.longest, p.step)
	steps := p.steps
	if steps == 0 {
		steps = max(p.longest, fewSteps)
	}
	p.priority, p.changes, p.step = p.priority[:0], p.changes[:0], 0
	p.low = lows
	for range p.depth - 1 {
		p.changes = append(p.changes, p.rng.below(max(1, steps)))
	}
	return true
}

// Next is the enabled thread of the highest priority.
func (p *pct) Next(ops []Op) (Choice, bool) {
	best := p.highest(ops)
	if best == nil {
		return Choice{}, false
	}
	for i, at := range p.changes {
		if at == p.step {
			p.priority[best.Thread] = lows + uint64(i)
			best = p.highest(ops)
		}
	}
	p.step++
	if p.steps == 0 && p.step%manySteps == 0 {
		p.low = max(p.low-1, 1)
		p.priority[best.Thread] = p.low
	}
	return p.choice(best)
}

// fewSteps is how many steps the first execution is taken to have where it is not known.
const fewSteps = 100

// manySteps is after how many steps pct lets others go first, where it promises nothing.
const manySteps = 1000

// lows is more than how often a thread gets a priority that is lower than all others.
const lows = 1 << 20

func (p *pct) highest(ops []Op) (best *Op) {
	for i := range ops {
		op := &ops[i]
		for len(p.priority) <= op.Thread {
			p.priority = append(p.priority, 0)
		}
		if p.priority[op.Thread] == 0 {
			p.priority[op.Thread] = p.rng.next()>>1 + lows + uint64(p.depth)
		}
		if op.Enabled && (best == nil || p.priority[op.Thread] > p.priority[best.Thread]) {
			best = op
		}
	}
	return best
}

// pos is the strategy of NewPOS.
type pos struct {
	sample
	priority []uint64 // by thread, of the operation that it is about to execute; 0 is not drawn yet
}

// NewPOS makes a strategy that draws a number of executions by partial-order sampling. Each operation has a priority,
// which is drawn. The enabled one of the highest priority is executed, and those that depend on it get new priorities.
// So orders of dependent operations are drawn more evenly than by a random walk. Of two that race and are both next,
// each comes first with a chance of a half (Yuan, Yang and Gu, Partial order aware concurrency sampling, CAV 2018).
func NewPOS(seed uint64, executions int) Strategy {
	return &pos{sample: sample{seed: seed, n: executions}}
}

// Begin begins the next execution.
func (p *pos) Begin() bool {
	p.priority = p.priority[:0]
	return p.begin()
}

// Next is the enabled operation of the highest priority.
func (p *pos) Next(ops []Op) (Choice, bool) {
	var best *Op
	for i := range ops {
		op := &ops[i]
		for len(p.priority) <= op.Thread {
			p.priority = append(p.priority, 0)
		}
		if p.priority[op.Thread] == 0 {
			p.priority[op.Thread] = p.rng.next() | 1
		}
		if op.Enabled && (best == nil || p.priority[op.Thread] > p.priority[best.Thread]) {
			best = op
		}
	}
	if best == nil {
		return Choice{}, false
	}
	for i := range ops {
		if op := &ops[i]; op == best || dependent(op.Accesses, best.Accesses) {
			p.priority[op.Thread] = 0
		}
	}
	return p.choice(best)
}

// turns has strategies that draw take turns: the first execution is one of the first strategy, the next one of the
// second strategy, and so on.
type turns struct {
	sample // counts executions
	of     []Strategy
	now    Strategy
}

// Begin begins an execution of the strategy whose turn it is.
func (t *turns) Begin() bool {
	t.now = t.of[t.made%len(t.of)]
	return t.begin() && t.now.Begin()
}

// Next is what that strategy chooses.
func (t *turns) Next(ops []Op) (Choice, bool) { return t.now.Next(ops) }
