package lattice

// Lexicographic returns the lexicographic product of two lattices. It orders pairs by their first part, and by the
// second where the first parts are equal. It suits a fact whose details only matter as long as the main thing is
// settled: a change of the first part starts the second one afresh.
//
// Where the joined first part is above both operands', the second part of the join is bottom, the least choice there
// is. Dually it is top in a meet.
func Lexicographic[A, B any](first Lattice[A], second Lattice[B]) Lattice[Pair[A, B]] {
	return lexicographic[A, B]{pairs[A, B]{newAlgebra(first), newAlgebra(second)}}
}

type lexicographic[A, B any] struct{ pairs[A, B] }

// Leq reports whether the first part of a lies strictly below that of b, or
// equals it and the second part lies below.
func (l lexicographic[A, B]) Leq(a, b Pair[A, B]) bool {
	if l.first.Equal(a.First, b.First) {
		return l.second.Leq(a.Second, b.Second)
	}
	return l.first.Leq(a.First, b.First)
}

// with completes first, which came of the first parts of a and b, to a pair. If it equals
// both of these, op makes the second part; if it equals one, the pair is that operand; and
// otherwise the second part is extreme.
func (l lexicographic[A, B]) with(first A, a, b Pair[A, B], op Combine[B], extreme func() B) Pair[A, B] {
	isA, isB := l.first.Equal(first, a.First), l.first.Equal(first, b.First)
	switch {
	case isA && isB:
		second, side := op(a.Second, b.Second)
		if side == Right {
			return b
		}
		return Pair[A, B]{a.First, second}
	case isA:
		return a
	case isB:
		return b
	}
	return Pair[A, B]{first, extreme()}
}

// Join returns the larger pair; if the first parts are equal, their pair with
// the join of the second; if they are incomparable, their join with bottom.
func (l lexicographic[A, B]) Join(a, b Pair[A, B]) Pair[A, B] {
	return l.with(l.first.Join(a.First, b.First), a, b, l.second.Merge, l.second.Bottom)
}

// Meet is the dual of Join.
func (l lexicographic[A, B]) Meet(a, b Pair[A, B]) Pair[A, B] {
	return l.with(l.first.Meet(a.First, b.First), a, b, l.second.meetSide, l.second.Top)
}

// Widen widens the first part where next raises it, else the second. The first
// part rises finitely often, and between two rises the second one does.
func (l lexicographic[A, B]) Widen(old, next Pair[A, B], thresholds ...int64) Pair[A, B] {
	first := old.First
	if !l.first.Leq(next.First, first) {
		first = l.first.Widen(first, next.First, thresholds...)
	}
	second := func(x, y B) (B, Side) { return l.second.side(l.second.Widen(x, y, thresholds...), x, y) }
	return l.with(first, old, next, second, l.second.Bottom)
}

// Narrow narrows the second part where the first parts are equal. Where the
// first part shrinks all the way to next's, the result is next; where it stops
// in between, the second part is top.
func (l lexicographic[A, B]) Narrow(old, next Pair[A, B]) Pair[A, B] {
	return l.with(l.first.Narrow(old.First, next.First), old, next, l.second.narrowSide, l.second.Top)
}
