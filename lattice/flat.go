package lattice

// Flat is the lattice of one known value: unordered values between a bottom (no
// value yet) and a top (more than one value). The values are compared with ==,
// which must be reflexive (no NaN). Constant propagation is the
// classic use. Its chains have three elements, so that it needs no widening.
type Flat[T comparable] struct{}

// Bottom returns the element below all values.
func (Flat[T]) Bottom() Lifted[T] { return Lifted[T]{} }

// Top returns the element above all values.
func (Flat[T]) Top() Lifted[T] { return liftedTop[T]() }

// Leq reports whether a is bottom, or b is top, or both are the same value.
func (Flat[T]) Leq(a, b Lifted[T]) bool { return a.IsBottom() || b.IsTop() || a == b }

// Equal reports whether a and b are the same.
func (Flat[T]) Equal(a, b Lifted[T]) bool { return a == b }

// Join returns top for two different values.
func (Flat[T]) Join(a, b Lifted[T]) Lifted[T] {
	switch {
	case a == b || b.IsBottom():
		return a
	case a.IsBottom():
		return b
	}
	return liftedTop[T]()
}

// Meet returns bottom for two different values.
func (Flat[T]) Meet(a, b Lifted[T]) Lifted[T] {
	switch {
	case a == b || b.IsTop():
		return a
	case a.IsTop():
		return b
	}
	return Lifted[T]{}
}

// Narrow returns the meet: chains are finite.
func (l Flat[T]) Narrow(old, next Lifted[T]) Lifted[T] { return l.Meet(old, next) }
