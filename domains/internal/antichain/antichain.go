// Package antichain keeps sets of elements of a partial order of which only the
// maximal ones matter. All that lies below one of them is in the set too. Such
// down-sets, ordered by inclusion, are a lattice, the lower powerset (or Hoare
// powerdomain; Cousot and Cousot, POPL 1979, section 9.2, call it disjunctive
// completion). Each is represented by its maximal elements alone, in a fixed
// order, so that equal sets are equal slices.
//
// Slices are shared and never changed: an operation whose result is one of its
// operands returns that operand and allocates nothing.
package antichain

import "slices"

// Order is a partial order together with a total one that serves to write a set
// down in one way only.
type Order[E any] struct {
	// Under is the partial order: a lies below b.
	Under func(a, b E) bool
	// Compare is the total order; it is 0 exactly for elements that lie below
	// each other.
	Compare func(a, b E) int
}

// Has reports whether e lies below some element of s.
func (o Order[E]) Has(s []E, e E) bool {
	for _, x := range s {
		if o.Under(e, x) {
			return true
		}
	}
	return false
}

// Leq reports whether all elements of a lie below some element of b.
func (o Order[E]) Leq(a, b []E) bool {
	for _, x := range a {
		if !o.Has(b, x) {
			return false
		}
	}
	return true
}

// Equal reports whether a and b are the same set.
func (o Order[E]) Equal(a, b []E) bool {
	return slices.EqualFunc(a, b, func(x, y E) bool { return o.Compare(x, y) == 0 })
}

// Add returns the least set that has all of s and e.
func (o Order[E]) Add(s []E, e E) []E {
	if o.Has(s, e) {
		return s
	}
	r := make([]E, 0, len(s)+1)
	placed := false
	for _, x := range s {
		if o.Under(x, e) {
			continue
		}
		if !placed && o.Compare(e, x) < 0 {
			r, placed = append(r, e), true
		}
		r = append(r, x)
	}
	if !placed {
		r = append(r, e)
	}
	return r
}

// Of returns the least set that has all these elements.
func (o Order[E]) Of(elems ...E) []E {
	var s []E
	for _, e := range elems {
		s = o.Add(s, e)
	}
	return s
}

// Join returns the least set that has all of a and b.
func (o Order[E]) Join(a, b []E) []E {
	switch {
	case o.Leq(b, a):
		return a
	case o.Leq(a, b):
		return b
	}
	r := a
	for _, e := range b {
		r = o.Add(r, e)
	}
	return r
}

// Meet returns the greatest set that lies below a and b. meet is that of two
// elements; false says that nothing lies below both.
func (o Order[E]) Meet(a, b []E, meet func(x, y E) (E, bool)) []E {
	switch {
	case o.Leq(a, b):
		return a
	case o.Leq(b, a):
		return b
	}
	var r []E
	for _, x := range a {
		for _, y := range b {
			if z, ok := meet(x, y); ok {
				r = o.Add(r, z)
			}
		}
	}
	return r
}
