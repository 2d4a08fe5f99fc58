package pointer

import "github.com/seed38182bad/parallax/lattice"

// Domain is the lattice of the pointers whose sets have at most Limit objects. A
// set that would have more becomes the pointer to any object. With a Limit of zero
// or less there is none; chains are then as long as the program has sites.
type Domain struct{ Limit int }

func (d Domain) sets() lattice.Powerset[Object] { return lattice.Powerset[Object]{Limit: d.Limit} }

// Nil is the nil pointer.
func (d Domain) Nil() Set { return Set{null: true} }

// To is a pointer to one of these objects, or to any if they are too many.
func (d Domain) To(objects ...Object) Set { return Set{objects: d.sets().Of(objects...)} }

// NonNil is a pointer to any object, but not nil.
func (d Domain) NonNil() Set { return Set{objects: d.sets().Top()} }

// Bottom returns no pointer.
func (d Domain) Bottom() Set { return Set{} }

// Top returns a pointer to any object, or nil.
func (d Domain) Top() Set { return Set{d.sets().Top(), true} }

// Leq reports whether b may be all that a may be.
func (d Domain) Leq(a, b Set) bool { return (!a.null || b.null) && d.sets().Leq(a.objects, b.objects) }

// Equal reports whether a and b may be the same things.
func (d Domain) Equal(a, b Set) bool { return a.null == b.null && d.sets().Equal(a.objects, b.objects) }

// Join is what either may be.
func (d Domain) Join(a, b Set) Set {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d Domain) Merge(a, b Set) (Set, lattice.Side) {
	objects, side := d.sets().Merge(a.objects, b.objects)
	switch {
	case a.null && !b.null:
		side &= lattice.Left
	case b.null && !a.null:
		side &= lattice.Right
	}
	switch {
	case side&lattice.Left != 0:
		return a, side
	case side == lattice.Right:
		return b, side
	}
	return Set{objects, a.null || b.null}, side
}

// Meet is what both may be.
func (d Domain) Meet(a, b Set) Set {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	return Set{d.sets().Meet(a.objects, b.objects), a.null && b.null}
}

// Narrow is Meet: descending chains are finite.
func (d Domain) Narrow(old, next Set) Set { return d.Meet(old, next) }

// Age is p.Age(s), and Pointers is p itself: a Set is a value that can be kept in
// memory (see domains/memory).
func (d Domain) Age(p Set, s Site) Set { return p.Age(s) }

// Pointers is p.
func (d Domain) Pointers(p Set) Set { return p }
