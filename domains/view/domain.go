package view

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/internal/sorted"
	"github.com/seed38182bad/parallax/lattice"
)

// Domain is the lattice of sets of views, ordered by inclusion. The zero Domain has
// no limit; its user promises that there are finitely many locations.
type Domain[K lattice.Integer] struct{ limit int }

// New returns the domain in which a set of more than limit views becomes the set of
// all, so that chains are finite. It returns an error if limit is below 1.
func New[K lattice.Integer](limit int) (Domain[K], error) {
	if limit < 1 {
		return Domain[K]{}, fmt.Errorf("sets of views are limited to %d: want at least 1", limit)
	}
	return Domain[K]{limit}, nil
}

// Of returns the set of these views, or that of all if they are too many.
func (d Domain[K]) Of(views ...View[K]) Views[K] {
	return d.keep(sorted.Of(views, View[K].Compare))
}

func (d Domain[K]) keep(views []View[K]) Views[K] {
	if d.limit > 0 && len(views) > d.limit {
		return d.Top()
	}
	return Views[K]{views: views}
}

// Bottom returns the set of no views.
func (d Domain[K]) Bottom() Views[K] { return Views[K]{} }

// Top returns the set of all views.
func (d Domain[K]) Top() Views[K] { return Views[K]{all: true} }

// Leq reports whether all views of a are in b.
func (d Domain[K]) Leq(a, b Views[K]) bool {
	if a.all || b.all {
		return b.all
	}
	return sorted.Subset(a.views, b.views, View[K].Compare)
}

// Equal reports whether both have the same views.
func (d Domain[K]) Equal(a, b Views[K]) bool {
	return a.all == b.all && sorted.Equal(a.views, b.views, View[K].Compare)
}

// Join returns the union, or the set of all if that is too large.
func (d Domain[K]) Join(a, b Views[K]) Views[K] {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain[K]) Merge(a, b Views[K]) (Views[K], lattice.Side) {
	switch {
	case a.all && b.all:
		return a, lattice.Both
	case a.all:
		return a, lattice.Left
	case b.all:
		return b, lattice.Right
	}
	onlyA, onlyB, _ := sorted.Count(a.views, b.views, View[K].Compare)
	switch {
	case onlyA == 0 && onlyB == 0:
		return a, lattice.Both
	case onlyB == 0:
		return a, lattice.Left
	case onlyA == 0:
		return b, lattice.Right
	}
	return d.keep(sorted.Union(a.views, b.views, View[K].Compare)), lattice.Neither
}

// Meet returns the intersection.
func (d Domain[K]) Meet(a, b Views[K]) Views[K] {
	switch {
	case a.all:
		return b
	case b.all:
		return a
	}
	return Views[K]{views: sorted.Intersect(a.views, b.views, View[K].Compare)}
}

// Narrow returns the meet: descending chains are finite, but for the one step down
// from top.
func (d Domain[K]) Narrow(old, next Views[K]) Views[K] { return d.Meet(old, next) }

// Begin returns the views of a block that has just been opened: the empty one.
func (d Domain[K]) Begin() Views[K] { return d.Of(View[K]{}) }
