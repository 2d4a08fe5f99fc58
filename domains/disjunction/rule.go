package disjunction

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// Rule says which two elements of a set that has too many are merged: their
// indices, different ones. The elements stand in their total order, and there are
// at least two of them. A rule is asked again until the set is within the limit.
type Rule[E any] func(base lattice.Lattice[E], elems []E) (i, j int)

// Neighbours merges the pair whose join lies above the fewest other elements: the
// one with the least between. Of several such pairs it takes one that stands side
// by side in the total order before one that does not, and then the first. It knows
// the order of the base only; a base with a measure is better served by Closest.
func Neighbours[E any](base lattice.Lattice[E], elems []E) (i, j int) {
	i, j = 0, 1
	fewest := len(elems) + 1
	for gap := 1; gap < len(elems); gap++ {
		for x := 0; x+gap < len(elems); x++ {
			if n := swallowed(base, elems, base.Join(elems[x], elems[x+gap])); n < fewest {
				i, j, fewest = x, x+gap, n
			}
		}
		if fewest == 2 {
			break // the two themselves
		}
	}
	return i, j
}

// swallowed counts the elements below e.
func swallowed[E any](base lattice.Lattice[E], elems []E, e E) int {
	n := 0
	for _, x := range elems {
		if base.Leq(x, e) {
			n++
		}
	}
	return n
}

// Closest returns the rule that merges the pair at the least distance, the first of
// several. Without a distance it is Neighbours.
func Closest[E any](distance func(a, b E) float64) Rule[E] {
	if distance == nil {
		return Neighbours[E]
	}
	return func(_ lattice.Lattice[E], elems []E) (i, j int) {
		i, j = 0, 1
		least := distance(elems[0], elems[1])
		for y := range elems {
			for x := range y {
				if away := distance(elems[x], elems[y]); away < least {
					i, j, least = x, y, away
				}
			}
		}
		return i, j
	}
}

// within returns the elements, merged until there are no more than the limit.
func (d Domain[E]) within(s []E) []E {
	for d.limit > 0 && len(s) > d.limit {
		i, j := d.rule(d.base, s)
		if i == j || min(i, j) < 0 || max(i, j) >= len(s) {
			return []E{d.Collapse(Set[E]{s})}
		}
		s = d.replace(s, d.base.Join(s[i], s[j]), i, j)
	}
	return s
}

// replace returns s with e in place of the elements at i and j, and of what else
// lies below it.
func (d Domain[E]) replace(s []E, e E, i, j int) []E {
	rest := make([]E, 0, len(s))
	for n, x := range s {
		if n != i && n != j {
			rest = append(rest, x)
		}
	}
	return slices.Clip(d.order.Add(rest, e))
}
