// Package sorted keeps small sets in slices that ascend strictly under a
// comparison. Slices are shared and never changed: an operation whose result is
// one of its operands returns that operand and allocates nothing.
package sorted

import "slices"

// Of returns the set of these elements in a slice of its own.
func Of[E any](elems []E, compare func(a, b E) int) []E {
	s := slices.Clone(elems)
	slices.SortFunc(s, compare)
	return slices.CompactFunc(s, func(a, b E) bool { return compare(a, b) == 0 })
}

// Count counts the elements of a alone, of b alone and of both.
func Count[E any](a, b []E, compare func(a, b E) int) (onlyA, onlyB, both int) {
	switch {
	case len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]:
		return 0, 0, len(a)
	case len(a)/farMore > len(b):
		both = among(b, a, compare)
		return len(a) - both, len(b) - both, both
	case len(b)/farMore > len(a):
		both = among(a, b, compare)
		return len(a) - both, len(b) - both, both
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch c := compare(a[i], b[j]); {
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

// farMore is how many times as long a list is in which it is faster to look for each element of the other one.
const farMore = 8

// among counts the elements of few that are in many.
func among[E any](few, many []E, compare func(a, b E) int) (n int) {
	for _, x := range few {
		i, found := slices.BinarySearchFunc(many, x, compare)
		if many = many[i:]; found {
			n++
		}
	}
	return n
}

// Subset reports whether all elements of a are in b.
func Subset[E any](a, b []E, compare func(a, b E) int) bool {
	if len(a) > len(b) {
		return false
	}
	j := 0
	for _, x := range a {
		for j < len(b) && compare(b[j], x) < 0 {
			j++
		}
		if j == len(b) || compare(b[j], x) != 0 {
			return false
		}
		j++
	}
	return true
}

// Equal reports whether a and b have the same elements.
func Equal[E any](a, b []E, compare func(a, b E) int) bool {
	return slices.EqualFunc(a, b, func(x, y E) bool { return compare(x, y) == 0 })
}

// Union returns the elements of either.
func Union[E any](a, b []E, compare func(a, b E) int) []E {
	onlyA, onlyB, both := Count(a, b, compare)
	switch {
	case onlyB == 0:
		return a
	case onlyA == 0:
		return b
	}
	union := make([]E, 0, onlyA+onlyB+both)
	for len(a) > 0 && len(b) > 0 {
		c := compare(a[0], b[0])
		if c <= 0 {
			union = append(union, a[0])
			a = a[1:]
		} else {
			union = append(union, b[0])
		}
		if c >= 0 {
			b = b[1:]
		}
	}
	return append(append(union, a...), b...)
}

// Intersect returns the elements of both.
func Intersect[E any](a, b []E, compare func(a, b E) int) []E {
	onlyA, onlyB, both := Count(a, b, compare)
	switch {
	case onlyA == 0:
		return a
	case onlyB == 0:
		return b
	case both == 0:
		return nil
	}
	return those(a, b, true, both, compare)
}

// those returns the elements of a that are in b, or those that are not; there are n.
func those[E any](a, b []E, inB bool, n int, compare func(a, b E) int) []E {
	r := make([]E, 0, n)
	for _, x := range a {
		if _, found := slices.BinarySearchFunc(b, x, compare); found == inB {
			r = append(r, x)
		}
	}
	return r
}

// Without returns the elements of a that are not in b.
func Without[E any](a, b []E, compare func(a, b E) int) []E {
	onlyA, _, both := Count(a, b, compare)
	switch {
	case both == 0:
		return a
	case onlyA == 0:
		return nil
	}
	return those(a, b, false, onlyA, compare)
}

// With returns s and x.
func With[E any](s []E, x E, compare func(a, b E) int) []E {
	i, found := slices.BinarySearchFunc(s, x, compare)
	if found {
		return s
	}
	r := make([]E, 0, len(s)+1)
	return append(append(append(r, s[:i]...), x), s[i:]...)
}
