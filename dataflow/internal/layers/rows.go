// Package layers stands an analysis on another one, which was solved before. A frame of the analysis above is one of
// what is further below, and one of the analysis below.
//
//	Rows    what an analysis knows in all its frames, recorded once it is solved
//	Cursor  where the analysis above asks
//	Layer   the fixpoint.Below of the analysis above
package layers

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/lattice"
)

// Rows are what an analysis knows in all its frames.
type Rows[S lattice.Mergeable[S]] struct {
	byFrame []row[S]
	roots   []int32 // the frames of the roots
	same    func(a, b S) bool
}

// A row is what it knows in one.
type row[S any] struct {
	states  []S
	after   []int32         // by operation: index of the state after its Step, -1 if control does not come there
	ways    map[wayAt]int32 // likewise, on ways that lead on from operations, where they were recorded
	callees map[wayAt]int32 // its frame of a callee, by its Way
	returns bool
}

// Record gives the rows of an analysis that was solved from roots by an engine that keeps states.
func Record[S lattice.Mergeable[S]](e *fixpoint.Engine[S], roots []fixpoint.Root) (*Rows[S], error) {
	r := &Rows[S]{byFrame: make([]row[S], len(e.Frames())), same: sameStates[S]()}
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
	return r, nil
}

// wayAt is a way that leads on from an operation; see fixpoint.Recorder.
type wayAt struct{ pc, way int32 }

// After is part of fixpoint.Recorder.
func (r *Rows[S]) After(f *fixpoint.Frame[S], pc, way int32, s S) {
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
func (r *Rows[S]) Callee(f *fixpoint.Frame[S], pc int32, c fixpoint.Callee, reached *fixpoint.Frame[S]) {
	r.byFrame[f.ID()].callees[wayAt{pc, c.Way}] = reached.ID()
}

// sameStates compares states: by their method Equal if they have one, and otherwise by merging copies.
func sameStates[S lattice.Mergeable[S]]() func(a, b S) bool {
	if as := lattice.View[S, lattice.Equaler[S]](); as != nil {
		return func(a, b S) bool { return as(a).Equal(b) }
	}
	return func(a, b S) bool {
		_, more := a.Clone().Merge(b.Clone())
		_, less := b.Clone().Merge(a.Clone())
		return !more && !less
	}
}
