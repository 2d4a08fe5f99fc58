package escape

import (
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of states of objects whose owners have numbers. All operations
// are strict: of no object nothing can become. Its ascending chains are finite as points
// cannot fall for ever; it has no widening.
type Domain[T lattice.Integer] struct{}

// New returns the state of an object that owner has just created.
func (d Domain[T]) New(owner T) State[T] { return State[T]{born: true, named: true, owner: owner} }

// Bottom returns the state of no object.
func (d Domain[T]) Bottom() State[T] { return State[T]{} }

// Top returns the state of objects of which nothing is known.
func (d Domain[T]) Top() State[T] {
	return State[T]{born: true, handed: ^Point(0), published: ^Point(0), written: ^Point(0)}
}

// Leq reports whether b describes all objects that a does.
func (d Domain[T]) Leq(a, b State[T]) bool {
	return !a.born || b.born && (!b.named || a.named && a.owner == b.owner) &&
		a.handed <= b.handed && a.published <= b.published && a.written <= b.written
}

// Equal reports whether both describe the same objects; it is ==.
func (d Domain[T]) Equal(a, b State[T]) bool { return a == b }

// Join returns the least state of the objects of both.
func (d Domain[T]) Join(a, b State[T]) State[T] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain[T]) Merge(a, b State[T]) (State[T], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	r := State[T]{born: true, handed: max(a.handed, b.handed), published: max(a.published, b.published),
		written: max(a.written, b.written)}
	if a.named && b.named && a.owner == b.owner {
		r.named, r.owner = true, a.owner
	}
	return r, lattice.Neither
}

// Meet returns the state of the objects that both describe.
func (d Domain[T]) Meet(a, b State[T]) State[T] {
	if !a.born || !b.born || a.named && b.named && a.owner != b.owner {
		return State[T]{}
	}
	r := State[T]{born: true, handed: min(a.handed, b.handed), published: min(a.published, b.published),
		written: min(a.written, b.written)}
	if a.named {
		r.named, r.owner = true, a.owner
	} else if b.named {
		r.named, r.owner = true, b.owner
	}
	return r
}

// since is what is known of a point after something has happened at another one.
func since(known, at Point) Point { return max(known, ^at) }

// HandOver returns s after its owner has left the object to another one and will not
// touch it again. One that is published stays with all who know it.
func (d Domain[T]) HandOver(s State[T], to T, at Point) State[T] {
	if s.born {
		s.named, s.owner = true, to
		s.handed = since(s.handed, d.happened(at))
	}
	return s
}

// HandOverUnknown is HandOver to nobody knows whom.
func (d Domain[T]) HandOverUnknown(s State[T], at Point) State[T] {
	if s.born {
		s = d.HandOver(s, 0, at)
		s.named = false
	}
	return s
}

// Publish returns s after the object was stored where any thread may find it.
func (d Domain[T]) Publish(s State[T], at Point) State[T] {
	if s.born {
		s.published = since(s.published, d.happened(at))
	}
	return s
}

// Access returns s after a thread has read or written the object. A thread that is
// not known to be its owner has found it published: if not before, then here.
func (d Domain[T]) Access(s State[T], by T, at Point, write bool) State[T] {
	switch {
	case !s.born:
		return s
	case !s.named || s.owner != by:
		s = d.Publish(s, at)
	}
	if write && s.published != 0 {
		s.written = since(s.written, d.happened(at))
	}
	return s
}

// happened is the point of something that did happen, even if it has the number of
// Never.
func (d Domain[T]) happened(at Point) Point { return min(at, Never-1) }
