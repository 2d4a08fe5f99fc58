package typeset

import (
	"cmp"
	"fmt"

	"github.com/seed38182bad/parallax/domains/internal/hash"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of sets of types. Widening keeps lists of at most Limit
// types; with a Limit of zero or less it gives up none, and the program must have
// finitely many types.
type Domain[T cmp.Ordered] struct{ Limit int }

// sets is where listed types are united and intersected.
func (d Domain[T]) sets() lattice.Powerset[T] { return lattice.NewPowerset[T](0) }

// Nil is the nil value.
func (d Domain[T]) Nil() Set[T] { return Set[T]{null: true} }

// Of is a value of one of these types. It is not nil.
func (d Domain[T]) Of(types ...T) Set[T] { return Set[T]{types: lattice.SetOf(types...)} }

// Except is a value of any but these types. It is not nil.
func (d Domain[T]) Except(types ...T) Set[T] {
	return Set[T]{types: lattice.SetOf(types...), except: true}
}

// Bottom returns no value.
func (d Domain[T]) Bottom() Set[T] { return Set[T]{} }

// Top returns any value.
func (d Domain[T]) Top() Set[T] { return Set[T]{except: true, null: true} }

// Leq reports whether b may be all that a may be.
func (d Domain[T]) Leq(a, b Set[T]) bool {
	if a.null && !b.null {
		return false
	}
	switch l := d.sets(); {
	case !a.except && !b.except:
		return l.Leq(a.types, b.types)
	case a.except && b.except:
		return l.Leq(b.types, a.types)
	case a.except:
		return false
	}
	return disjoint(a.types, b.types)
}

func disjoint[T cmp.Ordered](a, b lattice.Set[T]) bool {
	for t := range a.All() {
		if b.Has(t) {
			return false
		}
	}
	return true
}

// Equal reports whether a and b may be the same things.
func (d Domain[T]) Equal(a, b Set[T]) bool {
	return a.null == b.null && a.except == b.except && d.sets().Equal(a.types, b.types)
}

// Join is what either may be.
func (d Domain[T]) Join(a, b Set[T]) Set[T] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing where
// it is one.
func (d Domain[T]) Merge(a, b Set[T]) (Set[T], lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	return Set[T]{union(a, b), a.except || b.except, a.null || b.null}, lattice.Neither
}

// union is what the join of a and b lists or excludes.
func union[T cmp.Ordered](a, b Set[T]) lattice.Set[T] {
	switch l := lattice.NewPowerset[T](0); {
	case !a.except && !b.except:
		return l.Join(a.types, b.types)
	case a.except && b.except:
		return l.Meet(a.types, b.types)
	case a.except:
		return without(a.types, b.types)
	}
	return without(b.types, a.types)
}

func without[T cmp.Ordered](a, b lattice.Set[T]) lattice.Set[T] {
	var rest []T
	for t := range a.All() {
		if !b.Has(t) {
			rest = append(rest, t)
		}
	}
	return lattice.SetOf(rest...)
}

// complement is what s is not.
func (s Set[T]) complement() Set[T] { return Set[T]{s.types, !s.except, !s.null} }

// Meet is what both may be.
func (d Domain[T]) Meet(a, b Set[T]) Set[T] {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	}
	x, y := a.complement(), b.complement()
	return Set[T]{union(x, y), x.except || y.except, x.null || y.null}.complement()
}

// Widen is Join, but any type where that lists more than Limit.
func (d Domain[T]) Widen(old, next Set[T]) Set[T] {
	r, side := d.Merge(old, next)
	if side&lattice.Left == 0 && !r.except && d.Limit > 0 && r.types.Len() > d.Limit {
		return Set[T]{except: true, null: r.null}
	}
	return r
}

// Narrow takes nil from next, and its types where old may have any or where next
// lists them. It does not exclude more and more types.
func (d Domain[T]) Narrow(old, next Set[T]) Set[T] {
	if old.except && next.except && old.types.Len() > 0 {
		old.null = old.null && next.null
		return old
	}
	return d.Meet(old, next)
}

// Hash numbers sets; see lattice.Hashing.
func (d Domain[T]) Hash(s Set[T]) uint64 {
	h := hash.Add(0, 0)
	if s.null {
		h = hash.Add(h, 1)
	}
	if s.except {
		h = hash.Add(h, 2)
	}
	for t := range s.types.All() {
		for _, b := range []byte(fmt.Sprint(t)) {
			h = hash.Add(h, uint64(b))
		}
		h = hash.Add(h, 256)
	}
	return h
}
