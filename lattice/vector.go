package lattice

import "slices"

// Vector returns the product of n copies of one lattice. Its elements are slices of
// length n, which are never changed: an operation returns one of its operands or
// a new slice. Dense is the same thing as a state that is changed in place.
func Vector[E any](part Lattice[E], n int) Lattice[[]E] {
	return vector[E]{newAlgebra(part), slices.Repeat([]E{part.Bottom()}, n), slices.Repeat([]E{part.Top()}, n)}
}

type vector[E any] struct {
	part   *algebra[E]
	bottom []E
	top    []E
}

// Bottom returns the vector of bottoms.
func (l vector[E]) Bottom() []E { return l.bottom }

// Top returns the vector of tops.
func (l vector[E]) Top() []E { return l.top }

// Leq reports whether every part of a lies below that of b.
func (l vector[E]) Leq(a, b []E) bool {
	for i, x := range a {
		if !l.part.Leq(x, b[i]) {
			return false
		}
	}
	return true
}

// Equal reports whether all parts are equal.
func (l vector[E]) Equal(a, b []E) bool { return slices.EqualFunc(a, b, l.part.Equal) }

// Join joins each part.
func (l vector[E]) Join(a, b []E) []E {
	r, _ := l.Merge(a, b)
	return r
}

// Merge joins each part. It returns a or b where that is the join, and
// allocates nothing then.
func (l vector[E]) Merge(a, b []E) ([]E, Side) { return l.combine(a, b, l.part.Merge) }

func (l vector[E]) combine(a, b []E, op Combine[E]) ([]E, Side) {
	side := Both
	for i := 0; i < len(a) && side != Neither; i++ {
		_, s := op(a[i], b[i])
		side &= s
	}
	switch {
	case side&Left != 0:
		return a, side
	case side == Right:
		return b, side
	}
	r := make([]E, len(a))
	for i := range r {
		r[i], _ = op(a[i], b[i])
	}
	return r, Neither
}

// Meet meets each part. It returns a or b where that is the meet, and allocates
// nothing then.
func (l vector[E]) Meet(a, b []E) []E {
	r, _ := l.combine(a, b, l.part.meetSide)
	return r
}

// Widen widens each part with the same thresholds.
func (l vector[E]) Widen(old, next []E, thresholds ...int64) []E {
	return l.each(old, next, func(x, y E) E { return l.part.Widen(x, y, thresholds...) })
}

// Narrow narrows each part.
func (l vector[E]) Narrow(old, next []E) []E { return l.each(old, next, l.part.Narrow) }

func (l vector[E]) each(a, b []E, op func(x, y E) E) []E {
	r := make([]E, len(a))
	for i := range r {
		r[i] = op(a[i], b[i])
	}
	return r
}
