package layers

import (
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Cursor is where the analysis above asks.
type Cursor[S any] struct {
	row   *row[S]
	now   int32 // index in its states
	asked *bool // fixpoint.At.Asked of who asks
}

// State is what is known there. It must not be changed or kept.
func (c *Cursor[S]) State() S {
	if c.row == nil {
		panic("a View has no State before its provider is solved: ask for it in the answers, and not in Answer")
	}
	*c.asked = true
	return c.row.states[c.now]
}

// A Layer is what is below the analysis above: Inner is further below, and numbers its callees (see Numbered), and Rows
// are those of the analysis below. It moves the Cursor. In all passes of an analysis Pairs are the same, so that frames
// have the same numbers.
type Layer[S lattice.Mergeable[S]] struct {
	Inner  fixpoint.Below
	Rows   *Rows[S]
	Cursor *Cursor[S]
	Pairs  *Pairs

	along   bool // answers of Inner change along the frame
	callees []fixpoint.Callee
}

// Roots are the roots of the analysis above. at is the one of who asks.
func (l *Layer[S]) Roots(inner []fixpoint.Root, at *fixpoint.At) []fixpoint.Root {
	l.Cursor.asked = &at.Asked
	above := make([]fixpoint.Root, len(inner))
	for i, root := range inner {
		above[i] = fixpoint.Root{Func: root.Func, Below: l.Pairs.number(root.Below, l.Rows.roots[i])}
	}
	return above
}

// Enter is part of fixpoint.Below.
func (l *Layer[S]) Enter(frame int32) (along bool) {
	pair := l.Pairs.all[frame]
	l.along = l.Inner.Enter(pair[0])
	l.Cursor.row, l.Cursor.now = &l.Rows.byFrame[pair[1]], 0
	return true
}

// At is part of fixpoint.Below.
func (l *Layer[S]) At(op *envs.Op) (reached, renamed bool) {
	reached = true
	if l.along {
		reached, renamed = l.Inner.At(op)
	}
	if n := l.Cursor.row.after[op.PC]; n >= 0 {
		l.Cursor.now = n
		return reached, renamed
	}
	return false, renamed
}

// Edge is part of fixpoint.Below.
func (l *Layer[S]) Edge(op *envs.Op, taken int) {
	if l.along {
		l.Inner.Edge(op, taken)
	}
	l.toward(op, int32(taken))
}

// toward moves on from an operation on one of its ways.
func (l *Layer[S]) toward(op *envs.Op, way int32) {
	if n, ok := l.Cursor.row.ways[wayAt{op.PC, way + 1}]; ok {
		l.Cursor.now = n
	}
}

// Callees is part of fixpoint.Below.
func (l *Layer[S]) Callees(op *envs.Op, to []fixpoint.Callee) []fixpoint.Callee {
	l.callees = l.Inner.Callees(op, l.callees[:0])
	for _, c := range l.callees {
		if mine, ok := l.Cursor.row.callees[wayAt{op.PC, c.Way}]; ok {
			c.Frame = l.Pairs.number(c.Frame, mine)
			to = append(to, c)
		}
	}
	return to
}

// Return is part of fixpoint.Below.
func (l *Layer[S]) Return(op *envs.Op, c fixpoint.Callee) (renamed bool) {
	c.Frame = l.Pairs.all[c.Frame][0]
	renamed = l.Inner.Return(op, c)
	l.toward(op, c.Way)
	return renamed
}

// Returns is part of fixpoint.Below.
func (l *Layer[S]) Returns(frame int32) bool {
	pair := l.Pairs.all[frame]
	return l.Inner.Returns(pair[0]) && l.Rows.byFrame[pair[1]].returns
}

// Pairs are pairs of a frame further below and one of the analysis below, with numbers.
type Pairs struct {
	all     [][2]int32
	numbers map[[2]int32]int32
}

func (p *Pairs) number(inner, mine int32) int32 {
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

// Numbered numbers the callees of a call: the Way is the number.
func Numbered(below fixpoint.Below) fixpoint.Below { return &numbered{Below: below} }

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
