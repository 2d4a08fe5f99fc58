package lattice

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Set is an element of Powerset: a finite set, or the set of everything. It
// never changes. The zero Set is empty.
type Set[T cmp.Ordered] struct {
	elems      []T // ascending, without repeats
	everything bool
}

// SetOf returns the set of these elements.
func SetOf[T cmp.Ordered](elems ...T) Set[T] {
	sorted := slices.Sorted(slices.Values(elems))
	for i, x := range sorted {
		var zero T
		if x == zero {
			sorted[i] = zero // and not its negative
		}
	}
	return Set[T]{elems: slices.CompactFunc(sorted, sameElem[T])}
}

// sameElem is equality in the order of cmp.Compare: all NaNs are one element.
func sameElem[T cmp.Ordered](a, b T) bool { return a == b || a != a && b != b }

// IsTop reports whether s is the set of everything.
func (s Set[T]) IsTop() bool { return s.everything }

// Has reports whether x is in s.
func (s Set[T]) Has(x T) bool {
	_, found := slices.BinarySearch(s.elems, x)
	return found || s.everything
}

// Len returns the number of elements, and -1 for the set of everything.
func (s Set[T]) Len() int {
	if s.everything {
		return -1
	}
	return len(s.elems)
}

// All yields the elements in ascending order; none for the set of everything.
func (s Set[T]) All() iter.Seq[T] { return slices.Values(s.elems) }

// String returns the elements in braces, or ⊤.
func (s Set[T]) String() string {
	if s.everything {
		return "⊤"
	}
	parts := make([]string, len(s.elems))
	for i, x := range s.elems {
		parts[i] = show(x)
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// Powerset is the lattice of sets ordered by inclusion, with union and
// intersection. A set that would have more elements than the limit becomes the
// set of everything. So chains have at most limit+2 elements, operations cost
// at most limit steps, and no widening is needed.
type Powerset[T cmp.Ordered] struct {
	// Limit is how many elements a set may have. Zero is no limit; the caller
	// then promises that only finitely many elements exist.
	Limit int
}

// Of returns the set of these elements, or the set of everything if they are
// too many.
func (l Powerset[T]) Of(elems ...T) Set[T] { return l.cap(SetOf(elems...)) }

func (l Powerset[T]) cap(s Set[T]) Set[T] {
	if l.Limit > 0 && len(s.elems) > l.Limit {
		return l.Top()
	}
	return s
}

// Bottom returns the empty set.
func (l Powerset[T]) Bottom() Set[T] { return Set[T]{} }

// Top returns the set of everything.
func (l Powerset[T]) Top() Set[T] { return Set[T]{everything: true} }

// Leq reports whether a is a subset of b.
func (l Powerset[T]) Leq(a, b Set[T]) bool {
	if a.everything || b.everything {
		return b.everything
	}
	onlyA, _, _ := compareSets(a.elems, b.elems)
	return onlyA == 0
}

// compareSets counts the elements of a alone, of b alone and of both.
func compareSets[T cmp.Ordered](a, b []T) (onlyA, onlyB, both int) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch c := cmp.Compare(a[i], b[j]); {
		case c < 0:
			i++
			onlyA++
		case c > 0:
			j++
			onlyB++
		default:
			i++
			j++
			both++
		}
	}
	return onlyA + len(a) - i, onlyB + len(b) - j, both
}

// Equal reports whether a and b have the same elements.
func (l Powerset[T]) Equal(a, b Set[T]) bool {
	return a.everything == b.everything && slices.EqualFunc(a.elems, b.elems, sameElem[T])
}

// Join returns the union, or the set of everything if that exceeds the limit.
func (l Powerset[T]) Join(a, b Set[T]) Set[T] {
	r, _ := l.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is; it allocates nothing
// where it is one.
func (l Powerset[T]) Merge(a, b Set[T]) (Set[T], Side) {
	switch {
	case a.everything && b.everything:
		return a, Both
	case a.everything:
		return a, Left
	case b.everything:
		return b, Right
	}
	onlyA, onlyB, both := compareSets(a.elems, b.elems)
	switch n := onlyA + onlyB + both; {
	case n == both:
		return a, Both
	case onlyB == 0:
		return a, Left
	case onlyA == 0:
		return b, Right
	case l.Limit > 0 && n > l.Limit:
		return l.Top(), Neither
	}
	union := make([]T, 0, onlyA+onlyB+both)
	x, y := a.elems, b.elems
	for len(x) > 0 && len(y) > 0 {
		c := cmp.Compare(x[0], y[0])
		if c <= 0 {
			union = append(union, x[0])
			x = x[1:]
		} else {
			union = append(union, y[0])
		}
		if c >= 0 {
			y = y[1:]
		}
	}
	return Set[T]{elems: append(append(union, x...), y...)}, Neither
}

// Meet returns the intersection.
func (l Powerset[T]) Meet(a, b Set[T]) Set[T] {
	switch {
	case a.everything:
		return b
	case b.everything:
		return a
	}
	onlyA, onlyB, both := compareSets(a.elems, b.elems)
	switch {
	case onlyA == 0:
		return a
	case onlyB == 0:
		return b
	case both == 0:
		return Set[T]{}
	}
	common := make([]T, 0, both)
	for _, x := range a.elems {
		if b.Has(x) {
			common = append(common, x)
		}
	}
	return Set[T]{elems: common}
}

// Narrow returns the meet: descending chains are finite, but for the one step
// down from the set of everything.
func (l Powerset[T]) Narrow(old, next Set[T]) Set[T] { return l.Meet(old, next) }
