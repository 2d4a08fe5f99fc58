package lattice

// Lexicographic orders pairs by their first part, and by the second where the
// first parts are equal. It suits a fact whose details only matter as long as
// the main thing is settled: a change of the first part starts the second one
// afresh.
//
// Where the joined first part is above both operands', the second part of the
// join is bottom, the least choice there is; dually it is top in a meet.
type Lexicographic[A, B any] struct {
	first  *algebra[A]
	second *algebra[B]
}

// NewLexicographic returns the lexicographic product of two lattices.
func NewLexicographic[A, B any](first Lattice[A], second Lattice[B]) Lexicographic[A, B] {
	return Lexicographic[A, B]{newAlgebra(first), newAlgebra(second)}
}

// Bottom returns the pair of both bottoms.
func (l Lexicographic[A, B]) Bottom() Pair[A, B] {
	return Pair[A, B]{l.first.Bottom(), l.second.Bottom()}
}

// Top returns the pair of both tops.
func (l Lexicographic[A, B]) Top() Pair[A, B] {
	return Pair[A, B]{l.first.Top(), l.second.Top()}
}

// Leq reports whether the first part of a lies strictly below that of b, or
// equals it and the second part lies below.
func (l Lexicographic[A, B]) Leq(a, b Pair[A, B]) bool {
	if l.first.Equal(a.First, b.First) {
		return l.second.Leq(a.Second, b.Second)
	}
	return l.first.Leq(a.First, b.First)
}

// Equal reports whether both parts are equal.
func (l Lexicographic[A, B]) Equal(a, b Pair[A, B]) bool {
	return l.first.Equal(a.First, b.First) && l.second.Equal(a.Second, b.Second)
}

// Join returns the larger pair; if the first parts are equal, their pair with
// the join of the second; if they are incomparable, their join with bottom.
func (l Lexicographic[A, B]) Join(a, b Pair[A, B]) Pair[A, B] {
	return l.upper(l.first.Join(a.First, b.First), a, b, l.second.Merge)
}

// upper completes first, an upper bound of both first parts, to an upper bound
// of both pairs.
func (l Lexicographic[A, B]) upper(first A, a, b Pair[A, B], join Combine[B]) Pair[A, B] {
	isA, isB := l.first.Equal(first, a.First), l.first.Equal(first, b.First)
	switch {
	case isA && isB:
		second, side := join(a.Second, b.Second)
		if side == Right {
			return b
		}
		return Pair[A, B]{a.First, second}
	case isA:
		return a
	case isB:
		return b
	}
	return Pair[A, B]{first, l.second.Bottom()}
}

// Meet is the dual of Join.
func (l Lexicographic[A, B]) Meet(a, b Pair[A, B]) Pair[A, B] {
	first := l.first.Meet(a.First, b.First)
	isA, isB := l.first.Equal(first, a.First), l.first.Equal(first, b.First)
	switch {
	case isA && isB:
		second, side := l.second.meetSide(a.Second, b.Second)
		if side == Right {
			return b
		}
		return Pair[A, B]{a.First, second}
	case isA:
		return a
	case isB:
		return b
	}
	return Pair[A, B]{first, l.second.Top()}
}

// Widen widens the first part where next raises it, else the second. The first
// part rises finitely often, and between two rises the second one does.
func (l Lexicographic[A, B]) Widen(old, next Pair[A, B]) Pair[A, B] {
	if l.first.Leq(next.First, old.First) {
		return l.upper(old.First, old, next, l.second.widenSide)
	}
	return l.upper(l.first.Widen(old.First, next.First), old, next, l.second.widenSide)
}

// WidenTo is Widen with thresholds for either part.
func (l Lexicographic[A, B]) WidenTo(old, next Pair[A, B], thresholds []int64) Pair[A, B] {
	second := func(x, y B) (B, Side) { return l.second.side(l.second.WidenTo(x, y, thresholds), x, y) }
	if l.first.Leq(next.First, old.First) {
		return l.upper(old.First, old, next, second)
	}
	return l.upper(l.first.WidenTo(old.First, next.First, thresholds), old, next, second)
}

// Narrow narrows the second part where the first parts are equal. Where the
// first part shrinks all the way to next's, the result is next; where it stops
// in between, the second part is top.
func (l Lexicographic[A, B]) Narrow(old, next Pair[A, B]) Pair[A, B] {
	if l.first.Equal(old.First, next.First) {
		return Pair[A, B]{old.First, l.second.Narrow(old.Second, next.Second)}
	}
	first := l.first.Narrow(old.First, next.First)
	switch {
	case l.first.Equal(first, old.First):
		return old
	case l.first.Equal(first, next.First):
		return next
	}
	return Pair[A, B]{first, l.second.Top()}
}
