package view

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/internal/sorted"
	"github.com/seed38182bad/parallax/lattice"
)

// View is a set of locations. It never changes. The zero View is empty.
type View[K lattice.Integer] struct{ locs []K } // ascending

// Of returns the view of these locations.
func Of[K lattice.Integer](locs ...K) View[K] { return View[K]{sorted.Of(locs, cmp.Compare[K])} }

// Len is the number of locations.
func (v View[K]) Len() int { return len(v.locs) }

// Has reports whether k is in v.
func (v View[K]) Has(k K) bool {
	_, found := slices.BinarySearch(v.locs, k)
	return found
}

// All yields the locations in ascending order.
func (v View[K]) All() iter.Seq[K] { return slices.Values(v.locs) }

// With returns v and k.
func (v View[K]) With(k K) View[K] { return View[K]{sorted.With(v.locs, k, cmp.Compare[K])} }

// SubsetOf reports whether all locations of v are in w.
func (v View[K]) SubsetOf(w View[K]) bool { return sorted.Subset(v.locs, w.locs, cmp.Compare[K]) }

// Equal reports whether both have the same locations.
func (v View[K]) Equal(w View[K]) bool { return slices.Equal(v.locs, w.locs) }

// Union returns the locations of either.
func (v View[K]) Union(w View[K]) View[K] {
	return View[K]{sorted.Union(v.locs, w.locs, cmp.Compare[K])}
}

// Intersect returns the locations of both.
func (v View[K]) Intersect(w View[K]) View[K] {
	return View[K]{sorted.Intersect(v.locs, w.locs, cmp.Compare[K])}
}

// Compare orders views in a total order of no deeper meaning: smaller ones first.
func (v View[K]) Compare(w View[K]) int {
	if c := cmp.Compare(len(v.locs), len(w.locs)); c != 0 {
		return c
	}
	return slices.Compare(v.locs, w.locs)
}

// String lists the locations by their numbers: {1, 4}.
func (v View[K]) String() string { return v.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format lists the locations by their names.
func (v View[K]) Format(name func(K) string) string {
	parts := make([]string, len(v.locs))
	for i, k := range v.locs {
		parts[i] = name(k)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON gives the array of the numbers of the locations.
func (v View[K]) MarshalJSON() ([]byte, error) {
	numbers := make([]json.RawMessage, len(v.locs)) // as bytes would be a string
	for i, k := range v.locs {
		numbers[i] = fmt.Appendf(nil, "%d", k) // not what K prints as
	}
	return json.Marshal(numbers)
}
