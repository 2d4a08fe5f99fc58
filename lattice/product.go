package lattice

// Pair is an element of Product and Lexicographic.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Product is the direct product of two lattices: pairs, ordered by both parts
// at once. Every operation works on each part by itself, widening and narrowing
// included; a part without widening is joined. The product keeps two facts
// side by side and lets neither sharpen the other (for that, reduce the pairs in
// the transfer functions).
type Product[A, B any] struct{ pairs[A, B] }

// pairs is what Product and Lexicographic have in common.
type pairs[A, B any] struct {
	first  *algebra[A]
	second *algebra[B]
}

// NewProduct returns the product of two lattices. For more than two parts, nest
// it, or use Vector if they are alike.
func NewProduct[A, B any](first Lattice[A], second Lattice[B]) Product[A, B] {
	return Product[A, B]{pairs[A, B]{newAlgebra(first), newAlgebra(second)}}
}

// Bottom returns the pair of both bottoms.
func (l pairs[A, B]) Bottom() Pair[A, B] {
	return Pair[A, B]{l.first.Bottom(), l.second.Bottom()}
}

// Top returns the pair of both tops.
func (l pairs[A, B]) Top() Pair[A, B] {
	return Pair[A, B]{l.first.Top(), l.second.Top()}
}

// Equal reports whether both parts are equal.
func (l pairs[A, B]) Equal(a, b Pair[A, B]) bool {
	return l.first.Equal(a.First, b.First) && l.second.Equal(a.Second, b.Second)
}

// Hash combines the numbers of both parts.
func (l pairs[A, B]) Hash(e Pair[A, B]) uint64 {
	return mix(mix(0, l.first.Hash(e.First)), l.second.Hash(e.Second))
}

// Leq reports whether both parts of a lie below those of b.
func (l Product[A, B]) Leq(a, b Pair[A, B]) bool {
	return l.first.Leq(a.First, b.First) && l.second.Leq(a.Second, b.Second)
}

// Join joins each part.
func (l Product[A, B]) Join(a, b Pair[A, B]) Pair[A, B] {
	r, _ := l.Merge(a, b)
	return r
}

// Meet meets each part. It returns a or b where that is the meet.
func (l Product[A, B]) Meet(a, b Pair[A, B]) Pair[A, B] {
	x, s := l.first.meetSide(a.First, b.First)
	y, t := l.second.meetSide(a.Second, b.Second)
	if s&t == Right {
		return b
	}
	return Pair[A, B]{x, y}
}

// Merge joins each part and says which operand the result is.
func (l Product[A, B]) Merge(a, b Pair[A, B]) (Pair[A, B], Side) {
	x, s := l.first.Merge(a.First, b.First)
	y, t := l.second.Merge(a.Second, b.Second)
	if s&t == Right {
		return b, Right
	}
	return Pair[A, B]{x, y}, s & t
}

// Widen widens each part with the same thresholds.
func (l Product[A, B]) Widen(old, next Pair[A, B], thresholds ...int64) Pair[A, B] {
	return Pair[A, B]{
		l.first.Widen(old.First, next.First, thresholds...),
		l.second.Widen(old.Second, next.Second, thresholds...),
	}
}

// Narrow narrows each part.
func (l Product[A, B]) Narrow(old, next Pair[A, B]) Pair[A, B] {
	return Pair[A, B]{l.first.Narrow(old.First, next.First), l.second.Narrow(old.Second, next.Second)}
}
