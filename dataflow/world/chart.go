package world

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/run/intern"
	"github.com/seed38182bad/parallax/envs"
)

// The table of what the lower stratum has found is made when it is solved. So the strata above, which look at it many
// times, follow nothing along their paths. What is known at most places is known at many others, too, and is kept once,
// in a chart.
type chart struct {
	states []*locks // never changed; the sites of their blocks have their final names
	joins  map[framePoint]joining

	// What numbers depend on. Paths that tell the same are one, so that holds can be compared.
	numbers map[lockState]int32
	stacks  map[innermost]int32
	paths   map[envs.Path]*envs.Path
}

// lockState is a state by the number of its stack.
type lockState struct {
	stack    int32 // 0 if it is empty
	fact     int32
	released envs.Point
	many     bool
}

// innermost is a stack as its innermost hold and the number of what is outside of that.
type innermost struct {
	hold
	outside int32
}

// framePoint is an operation of a frame.
type framePoint struct{ frame, pc int32 }

// joining is what is known at a Join or Receive before it is over.
type joining struct {
	of   envs.Lock // that ends, if it is a thread
	fact int32
}

// course is what is known along a frame.
type course struct {
	entry *locks
	exit  *locks // nil if it does not return
	row   *row
}

// A spot is the answer at an operation: the number of a state, shifted by spotBits, and the flags below.
type spot int32

const (
	mineSpot   spot = 1 << iota // nobody else reaches the object that is accessed
	openedSpot                  // the operation, or the callee, opens a block
	spotBits   = iota
)

// draw makes the chart of what the lower stratum has found, and drops what it was found with.
func (c *contexts) draw() (err error) {
	ch := &chart{joins: map[framePoint]joining{}, numbers: map[lockState]int32{}, stacks: map[innermost]int32{},
		paths: map[envs.Path]*envs.Path{}}
	c.chart = ch
	solved := c.eng.Frames()
	var mine spot
	c.eng.Watch = func(f *fixpoint.Frame[*locks], pc int32, s *locks) {
		op := &f.Func().Ops[pc]
		if mine = 0; op.Accesses() && s.mine.certain(baseReg(op)) {
			mine = mineSpot
		}
		if s.follow != nil && (op.Kind == envs.Join || op.Kind == envs.Receive) {
			ch.joins[framePoint{f.ID(), pc}] = s.joining(op)
		}
	}
	c.table, err = record(c.eng, func(_ *fixpoint.Frame[*locks], _ *envs.Op, s *locks) int32 {
		is := mine
		if c.analysis.opened {
			is |= openedSpot
		}
		return int32(spot(ch.numberOf(s))<<spotBits | is)
	})
	if err != nil {
		return err
	}
	c.frames = make([]frame, len(solved), len(solved)+len(solved)/4)
	for g, f := range solved {
		to := &course{row: &c.table.rows[g]}
		if entry, ok := f.Entry(); ok {
			to.entry = ch.state(entry)
		}
		if exit, ok := f.Exit(); ok {
			to.exit = ch.state(exit)
		}
		c.frames[g] = frame{fn: f.Func().ID, course: to, steady: c.isSteady(to.row)}
	}
	for _, id := range c.forked {
		if c.active[id] > 0 {
			c.flat[id][0] = c.eng.Frame(id, "").ID() + 1
		}
	}
	for i := range c.roots {
		if r := &c.roots[i]; r.Below < 0 {
			r.Below = c.frameIn(r.Func, envs.Block{})
		}
	}
	for g := range solved {
		c.flatCallees(&c.table.rows[g])
	}
	c.eng, ch.numbers, ch.stacks, ch.paths = nil, nil, nil, nil
	return nil
}

// flatCallees has the calls in a frame lead to flat frames, too.
func (c *contexts) flatCallees(r *row) {
	for _, call := range r.calls {
		op := &r.fn.Ops[call.pc]
		flat := envs.Block{}
		if op.Kind != envs.Fork {
			flat = entered(c.chart.at(r.at[call.pc] - 1).block())
		}
		for i, fn := range op.Callee.Funcs {
			if c.active[fn] == 0 && c.known[fn] {
				c.table.edges[call.from+int32(i)].frame = c.frameIn(fn, flat)
			}
		}
	}
}

// opensLast reports whether the current block is one that the frame has opened itself.
func (l *locks) opensLast() bool { return len(l.held) > 0 && l.held[len(l.held)-1].from == 0 }

// joining is what is known at a Join or Receive before it is over.
func (l *locks) joining(op *envs.Op) joining {
	j := joining{fact: l.fact}
	if op.Kind == envs.Join && len(op.Uses) > 0 {
		if id, ok := l.handle(op.Uses[0]); ok {
			j.of = intern.OfThread(l.follow.facts.threadOf(id))
		}
	}
	return j
}

// at is the state of an answer.
func (ch *chart) at(answer int32) *locks { return ch.states[answer>>spotBits] }

// state is the state of the chart that is like l.
func (ch *chart) state(l *locks) *locks { return ch.states[ch.numberOf(l)] }

// numberOf is the number of the state of the chart that is like l, which may be changed afterwards. That state has what
// nobody changes, and the final names of blocks. Of what is known beside the locks, it has the fact.
func (ch *chart) numberOf(l *locks) int32 {
	k := lockState{fact: l.fact, released: l.released, many: l.many}
	for i := range l.held {
		k.stack = known(ch.stacks, innermost{ch.settled(l, i), k.stack}, func() int32 { return int32(len(ch.stacks)) + 1 })
	}
	return known(ch.numbers, k, func() int32 {
		r := *l
		r.mine, r.shared = nil, true
		r.held = slices.Clone(l.held)
		for i := range r.held {
			r.held[i] = ch.settled(l, i)
		}
		r.cls = &classes{structured: l.cls.structured}
		r.beside = &beside{}
		if l.follow != nil {
			r.beside = l.follow.beside(l.fact)
		}
		ch.states = append(ch.states, &r)
		return int32(len(ch.states)) - 1
	})
}

// settled is a hold with the final name of its block.
func (ch *chart) settled(l *locks, i int) hold {
	h := l.held[i]
	if h.site > 0 {
		h.site = l.cls.canon(h.site)
	}
	h.path = ch.path(h.path)
	return h
}

// path is the path that stands for all that tell the same as p.
func (ch *chart) path(p *envs.Path) *envs.Path {
	if p == nil {
		return nil
	}
	k := *p
	k.Within = ch.path(p.Within)
	one, ok := ch.paths[k]
	if !ok {
		one = &k
		ch.paths[k] = one
	}
	return one
}
