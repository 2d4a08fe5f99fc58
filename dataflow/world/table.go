package world

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A table is what an analysis has found, by operation of each of its frames. Answers are numbers, of which the analysis
// knows what they mean.
type table struct {
	rows  []row
	edges []edge  // of all calls
	roots []int32 // rows of the roots, noFrame of those that are not followed
}

// A row is what is known along a frame.
type row struct {
	fn    *envs.Func
	at    []int32 // by operation: 1 + the answer, 0 if control does not come there
	calls []callAt
}

// callAt is a call, or the start of a thread. It has an edge for each of Callee.Funcs, from a number on.
type callAt struct{ pc, from int32 }

// An edge leads from a call to a frame of a callee.
type edge struct {
	frame int32 // noFrame if the callee is not known
	after int32 // the answer after the callee has returned, noReturn if it does not
}

const (
	noFrame  int32 = -1
	noReturn int32 = -1
)

// callIn gives the call at pc.
func callIn(calls []callAt, pc int32) (callAt, bool) {
	i, found := slices.BinarySearchFunc(calls, pc, func(c callAt, pc int32) int { return cmp.Compare(c.pc, pc) })
	if !found {
		return callAt{}, false
	}
	return calls[i], true
}

// edgeAt gives the edge of callee i of the call at pc; false if control does not come there.
func (t *table) edgeAt(row, pc int32, i int) (edge, bool) {
	call, ok := callIn(t.rows[row].calls, pc)
	if !ok {
		return edge{}, false
	}
	e := t.edges[call.from+int32(i)]
	return e, e.frame != noFrame
}

// record makes the table of what an engine has solved. answer is asked for the answer that a state holds after an
// operation, or after a callee has returned to it.
func record[S lattice.Mergeable[S]](e *fixpoint.Engine[S], roots []int32,
	answer func(f *fixpoint.Frame[S], op *envs.Op, s S) int32) (*table, error) {
	t := &table{rows: make([]row, len(e.Frames())), roots: roots}
	ops := 0
	for _, f := range e.Frames() {
		ops += len(f.Func().Ops)
	}
	room := make([]int32, ops)
	for i, f := range e.Frames() {
		n := len(f.Func().Ops)
		t.rows[i], room = row{fn: f.Func(), at: room[:n:n]}, room[n:]
	}
	err := e.Record(recorder[S]{t, answer})
	for i := range t.rows {
		slices.SortFunc(t.rows[i].calls, func(a, b callAt) int { return cmp.Compare(a.pc, b.pc) })
	}
	return t, err
}

// recorder is the fixpoint.Recorder of record. What it is told of one call comes in one piece.
type recorder[S lattice.Mergeable[S]] struct {
	*table
	answer func(f *fixpoint.Frame[S], op *envs.Op, s S) int32
}

func (r recorder[S]) After(f *fixpoint.Frame[S], pc, way int32, s S) {
	op, to := &f.Func().Ops[pc], &r.rows[f.ID()]
	switch n := r.answer(f, op, s); {
	case way == 0:
		to.at[pc] = 1 + n
		if op.Reaches() {
			r.call(to, op)
		}
	case op.Kind == envs.Call:
		r.edges[r.call(to, op).from+way-1].after = n
	}
}

func (r recorder[S]) Callee(f *fixpoint.Frame[S], pc int32, c fixpoint.Callee, reached *fixpoint.Frame[S]) {
	to := &r.rows[f.ID()]
	r.edges[r.call(to, &to.fn.Ops[pc]).from+c.Way].frame = reached.ID()
}

// call is the call that is recorded.
func (r recorder[S]) call(to *row, op *envs.Op) callAt {
	if n := len(to.calls); n > 0 && to.calls[n-1].pc == op.PC {
		return to.calls[n-1]
	}
	c := callAt{op.PC, int32(len(r.edges))}
	to.calls = append(to.calls, c)
	for range op.Callee.Funcs {
		r.edges = append(r.edges, edge{noFrame, noReturn})
	}
	return c
}
