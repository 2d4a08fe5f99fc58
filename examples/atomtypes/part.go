package atomtypes

import (
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// A part is the type of a stretch of execution, and what it is so for. The zero part is that of no path.
type part struct {
	is mover.Atomicity
	// ends is the first operation after which only what moves to the left may follow.
	ends envs.Point
	// broke are two operations that make the part compound: the second does not move to the left, and
	// the first has ended what it would have to move over. They are one if it is compound by itself.
	broke [2]envs.Point
}

// unit is the type of what has just begun.
var unit = part{is: mover.Const}

// of is the type of an operation.
func of(a mover.Atomicity, at envs.Point) part {
	p := part{is: a}
	if ended(a) {
		p.ends = at
	}
	if a == mover.Compound {
		p.broke = [2]envs.Point{at, at}
	}
	return p
}

// called is the type of a callee as one operation of its caller.
func (p part) called(at envs.Point) part {
	if !p.ends.IsZero() {
		p.ends = at
	}
	return p
}

// ended reports whether only what moves to the left may follow.
func ended(a mover.Atomicity) bool {
	return a == mover.Left || a == mover.Atomic || a == mover.Compound
}

// breaks reports whether a part that was atomic is so no more when o follows, or whether it was not.
func (p part) breaks(o part) bool {
	return p.is != mover.None && (o.is == mover.Compound || ended(p.is) && o.is > mover.Left)
}

// then is p and after it o, which begins at a point.
func (p part) then(o part, at envs.Point) part {
	r := part{is: p.is.Then(o.is), ends: p.ends, broke: p.broke}
	switch {
	case r.is == mover.None:
		return part{}
	case r.broke[0].IsZero() && o.is == mover.Compound:
		r.broke = o.broke
	case r.broke[0].IsZero() && p.breaks(o):
		r.broke = [2]envs.Point{p.ends, at}
	}
	if r.ends.IsZero() {
		r.ends = o.ends
	}
	return r
}

// or is a choice between p and o.
func (p part) or(o part) part {
	r := part{is: mover.Domain{}.Join(p.is, o.is), ends: first(p.ends, o.ends), broke: p.broke}
	if c := o.broke[1].Compare(p.broke[1]); !o.broke[1].IsZero() &&
		(p.broke[1].IsZero() || c < 0 || c == 0 && o.broke[0].Compare(p.broke[0]) < 0) {
		r.broke = o.broke
	}
	return r
}

// first is the smaller one of two points, of which each may be none.
func first(a, b envs.Point) envs.Point {
	if a.IsZero() || !b.IsZero() && b.Compare(a) < 0 {
		return b
	}
	return a
}
