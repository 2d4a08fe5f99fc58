package dataflow

import (
	"context"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A layer is a provider below an analysis, over all paths.
type layer interface {
	// over solves the provider, unless it was solved above c before, and gives what is below the analysis then: a frame is
	// a frame of inner and one of the provider. roots are those above inner; those above the layer take their place.
	over(ctx context.Context, c *Contexts, inner fixpoint.Below, roots []fixpoint.Root, at *fixpoint.At) (fixpoint.Below,
		[]fixpoint.Root, error)
}

// facets are the providers that were solved above Contexts, by facet.
type facets struct {
	mu     sync.Mutex
	solved map[any]any
}

// overLayers is what is below an analysis that requires some facets.
func overLayers(ctx context.Context, c *Contexts, base *position, layers []layer, at *fixpoint.At) (fixpoint.Below,
	[]fixpoint.Root, error) {
	if len(layers) == 0 {
		return base, c.roots, nil
	}
	below, roots := fixpoint.Below(&numbered{Below: base}), c.roots
	for _, l := range layers {
		var err error
		if below, roots, err = l.over(ctx, c, below, roots, at); err != nil {
			return nil, nil, err
		}
	}
	return below, roots, nil
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

// solve solves the provider, once for all who require the facet above c.
func (p *provision[S, Q]) solve(ctx context.Context, c *Contexts) (*rows[S], error) {
	if r, ok := c.facets.solved[p.facet].(*rows[S]); ok {
		return r, nil
	}
	env := p.inner.world.(*staticEnv)
	*env = staticEnv{At: fixpoint.At{Prog: c.prog}, contexts: c, needs: p.needs, judges: true}
	base := &position{c: c, env: env}
	below, roots, err := overLayers(ctx, c, base, p.inner.layers, &env.At)
	if err != nil {
		return nil, err
	}
	if len(p.inner.layers) == 0 {
		below = &numbered{Below: base}
	}
	can := abilitiesOf(p.Analysis)
	e := fixpoint.NewAbove(ctx, below, env, &env.At, can.overPaths(base), fixpoint.Options{Keep: true})
	if err := e.SolveRoots(roots, nil); err != nil {
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
	for _, root := range roots {
		r.roots = append(r.roots, e.Root(root).ID())
	}
	if c.facets.solved == nil {
		c.facets.solved = map[any]any{}
	}
	c.facets.solved[p.facet] = r
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

func (p *provision[S, Q]) over(ctx context.Context, c *Contexts, inner fixpoint.Below, roots []fixpoint.Root,
	at *fixpoint.At) (fixpoint.Below, []fixpoint.Root, error) {
	c.facets.mu.Lock()
	defer c.facets.mu.Unlock()
	r, err := p.solve(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	p.view.asked = &at.Asked
	l := &layered[S]{inner: inner, rows: r, view: p.view, numbers: map[[2]int32]int32{}}
	above := make([]fixpoint.Root, len(roots))
	for i, root := range roots {
		above[i] = fixpoint.Root{Func: root.Func, Below: l.number(root.Below, r.roots[i])}
	}
	return l, above, nil
}

// layered is what is below an analysis that requires a facet. Its frames are pairs: one of what is further below, and one
// of the provider.
type layered[S lattice.Mergeable[S]] struct {
	inner   fixpoint.Below
	rows    *rows[S]
	view    *View[S]
	pairs   [][2]int32
	numbers map[[2]int32]int32
	along   bool // answers of inner change along the frame
	callees []fixpoint.Callee
}

func (l *layered[S]) number(inner, mine int32) int32 {
	pair := [2]int32{inner, mine}
	n, ok := l.numbers[pair]
	if !ok {
		n = int32(len(l.pairs))
		l.numbers[pair] = n
		l.pairs = append(l.pairs, pair)
	}
	return n
}

func (l *layered[S]) Enter(frame int32) (along bool) {
	pair := l.pairs[frame]
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
			c.Frame = l.number(c.Frame, mine)
			to = append(to, c)
		}
	}
	return to
}

func (l *layered[S]) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	c.Frame = l.pairs[c.Frame][0]
	renamed = l.inner.Return(op, c)
	l.toward(op, c.Way)
	return renamed
}

func (l *layered[S]) Returns(frame int32) bool {
	pair := l.pairs[frame]
	return l.inner.Returns(pair[0]) && l.rows.byFrame[pair[1]].returns
}
