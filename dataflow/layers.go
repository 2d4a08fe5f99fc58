package dataflow

import (
	"context"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/dataflow/internal/ground"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A layer is a provider below an analysis, over all paths.
type layer interface {
	// solveFor solves the provider for the analysis above a chain, unless that was done before.
	solveFor(ctx context.Context, c *chain) error
	// over puts the layer on a ground: a frame is one of what is below then, and one of the provider.
	over(g *ground.Ground)
	// all reports whether something is so of the provider and of those below it.
	all(is func(Algorithm) bool) bool
}

// A chain is what is below an analysis in all its passes: what its Source has solved, and the providers of facets.
type chain struct {
	shared *Shared
	solved any // by the source
	driver *paths
	cost   ground.Cost
	layers []layer
}

func (c *chain) add(ctx context.Context, layers []layer) error {
	for _, l := range layers {
		if err := l.solveFor(ctx, c); err != nil {
			return err
		}
		c.layers = append(c.layers, l)
	}
	return nil
}

// ground begins a pass.
func (c *chain) ground() *ground.Ground {
	g := c.driver.pass(c.shared.Program, c.solved, c.cost)
	if len(c.layers) > 0 {
		g.Below = &numbered{Below: g.Below}
	}
	for _, l := range c.layers {
		l.over(g)
	}
	return g
}

// numbered numbers the callees of a call: the Way is the number.
type numbered struct {
	fixpoint.Below
	callees []fixpoint.Callee
}

func (n *numbered) Callees(op *envs.Op, to []fixpoint.Callee) []fixpoint.Callee {
	n.callees = n.Below.Callees(op, n.callees[:0])
	for i, c := range n.callees {
		c.Way = int32(i)
		to = append(to, c)
	}
	return to
}

func (n *numbered) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	return n.Below.Return(op, n.callees[c.Way])
}

// rows are what a provider knows in all its frames.
type rows[S lattice.Mergeable[S]] struct {
	byFrame []row[S]
	roots   []int32 // the frames of the roots
	same    func(a, b S) bool
}

// A row is what a provider knows in a frame.
type row[S any] struct {
	states  []S
	after   []int32         // by operation: index of the state after its Step, -1 if control does not come there
	ways    map[wayAt]int32 // likewise, on ways that lead on from operations, where they were recorded
	callees map[wayAt]int32 // the provider's frame of a callee, by its Way
	returns bool
}

// wayAt is a way that leads on from an operation; see fixpoint.Recorder.
type wayAt struct{ pc, way int32 }

// After is part of fixpoint.Recorder.
func (r *rows[S]) After(f *fixpoint.Frame[S], pc, way int32, s S) {
	to := &r.byFrame[f.ID()]
	n := int32(len(to.states) - 1)
	if !r.same(to.states[n], s) {
		n++
		to.states = append(to.states, s.Clone())
	}
	if way == 0 {
		to.after[pc] = n
	} else {
		to.ways[wayAt{pc, way}] = n
	}
}

// Callee is part of fixpoint.Recorder.
func (r *rows[S]) Callee(f *fixpoint.Frame[S], pc int32, c fixpoint.Callee, reached *fixpoint.Frame[S]) {
	r.byFrame[f.ID()].callees[wayAt{pc, c.Way}] = reached.ID()
}

// provided is a provider that is solved above what a source has solved.
type provided struct {
	facet  any
	solved any
}

// solveFor is part of layer.
func (p *provision[S, Q]) solveFor(ctx context.Context, c *chain) (err error) {
	slot := c.shared.Of(provided{p.facet, c.solved}, func() any { return &once[S]{} }).(*once[S])
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if slot.rows == nil {
		slot.rows, err = p.solve(ctx, c)
	}
	p.rows = slot.rows
	return err
}

// once are the rows of a provider, once they are there.
type once[S lattice.Mergeable[S]] struct {
	mu   sync.Mutex
	rows *rows[S]
}

// solve solves the provider, for the analysis above a chain and all others that stand on the same ground.
func (p *provision[S, Q]) solve(ctx context.Context, above *chain) (*rows[S], error) {
	driver := p.inner.driver.(*paths)
	if from := above.driver.source; from != nil {
		driver.from(from)
	}
	c := &chain{shared: above.shared, solved: above.solved, driver: driver, cost: p.inner.always.cost}
	driver.judges = true
	if err := c.add(ctx, p.inner.layers); err != nil {
		return nil, err
	}
	g := c.ground()
	if len(c.layers) == 0 {
		g.Below = &numbered{Below: g.Below}
	}
	can := abilitiesOf(p.Analysis)
	e := fixpoint.NewAbove(ctx, g.Below, g.Env, g.At, can.overPaths(g, c.shared.Program), fixpoint.Options{Keep: true})
	if err := e.SolveRoots(g.Roots, nil); err != nil {
		return nil, err
	}
	r := &rows[S]{byFrame: make([]row[S], len(e.Frames())), same: sameStates[S]()}
	for i, f := range e.Frames() {
		to := row[S]{
			after: slices.Repeat([]int32{-1}, len(f.Func().Ops)), ways: map[wayAt]int32{}, callees: map[wayAt]int32{},
		}
		if entry, ok := f.Entry(); ok {
			to.states = []S{entry}
		}
		_, to.returns = f.Exit()
		r.byFrame[i] = to
	}
	if err := e.Record(r); err != nil {
		return nil, err
	}
	for _, root := range g.Roots {
		r.roots = append(r.roots, e.Root(root).ID())
	}
	return r, nil
}

// sameStates compares states: by their method Equal if they have one, and otherwise by merging copies.
func sameStates[S lattice.Mergeable[S]]() func(a, b S) bool {
	if as := fixpoint.View[S, fixpoint.Equaler[S]](); as != nil {
		return func(a, b S) bool { return as(a).Equal(b) }
	}
	return func(a, b S) bool {
		_, more := a.Clone().Merge(b.Clone())
		_, less := b.Clone().Merge(a.Clone())
		return !more && !less
	}
}

// over is part of layer. The numbers of pairs stay the same in all passes.
func (p *provision[S, Q]) over(g *ground.Ground) {
	p.view.asked = &g.At.Asked
	l := &layered[S]{inner: g.Below, rows: p.rows, view: p.view, pairs: &p.pairs}
	above := make([]fixpoint.Root, len(g.Roots))
	for i, root := range g.Roots {
		above[i] = fixpoint.Root{Func: root.Func, Below: l.pairs.number(root.Below, p.rows.roots[i])}
	}
	g.Below, g.Roots, g.Sites = l, above, nil
}

// pairs are pairs of a frame and one of a provider, with numbers.
type pairs struct {
	all     [][2]int32
	numbers map[[2]int32]int32
}

func (p *pairs) number(inner, mine int32) int32 {
	pair := [2]int32{inner, mine}
	n, ok := p.numbers[pair]
	if !ok {
		if p.numbers == nil {
			p.numbers = map[[2]int32]int32{}
		}
		n = int32(len(p.all))
		p.numbers[pair] = n
		p.all = append(p.all, pair)
	}
	return n
}

// layered is what is below an analysis that requires a facet. Its frames are pairs: one of what is further below, and
// one of the provider.
type layered[S lattice.Mergeable[S]] struct {
	inner   fixpoint.Below
	rows    *rows[S]
	view    *View[S]
	pairs   *pairs
	along   bool // answers of inner change along the frame
	callees []fixpoint.Callee
}

func (l *layered[S]) Enter(frame int32) (along bool) {
	pair := l.pairs.all[frame]
	l.along = l.inner.Enter(pair[0])
	l.view.row, l.view.now = &l.rows.byFrame[pair[1]], 0
	return true
}

func (l *layered[S]) At(op *envs.Op) (reached, renamed bool) {
	reached = true
	if l.along {
		reached, renamed = l.inner.At(op)
	}
	if n := l.view.row.after[op.PC]; n >= 0 {
		l.view.now = n
		return reached, renamed
	}
	return false, renamed
}

func (l *layered[S]) Edge(op *envs.Op, taken int) {
	if l.along {
		l.inner.Edge(op, taken)
	}
	l.toward(op, int32(taken))
}

// toward moves on from an operation on one of its ways.
func (l *layered[S]) toward(op *envs.Op, way int32) {
	if n, ok := l.view.row.ways[wayAt{op.PC, way + 1}]; ok {
		l.view.now = n
	}
}

func (l *layered[S]) Callees(op *envs.Op, to []fixpoint.Callee) []fixpoint.Callee {
	l.callees = l.inner.Callees(op, l.callees[:0])
	for _, c := range l.callees {
		if mine, ok := l.view.row.callees[wayAt{op.PC, c.Way}]; ok {
			c.Frame = l.pairs.number(c.Frame, mine)
			to = append(to, c)
		}
	}
	return to
}

func (l *layered[S]) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	c.Frame = l.pairs.all[c.Frame][0]
	renamed = l.inner.Return(op, c)
	l.toward(op, c.Way)
	return renamed
}

func (l *layered[S]) Returns(frame int32) bool {
	pair := l.pairs.all[frame]
	return l.inner.Returns(pair[0]) && l.rows.byFrame[pair[1]].returns
}
