package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Conflict is a maximal view that another thread is not compatible with.
type Conflict[K lattice.Integer] struct {
	// Maximal is the view.
	Maximal View[K] `json:"maximal"`
	// Overlaps are those intersections of Maximal with the views of the other thread
	// that are part of no chain with the others: each has another one to which it is not
	// ordered.
	Overlaps []View[K] `json:"overlaps"`
}

// String is such as "{1, 4} against {1}, {4}".
func (c Conflict[K]) String() string { return c.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format is String with names of locations.
func (c Conflict[K]) Format(name func(K) string) string {
	parts := make([]string, len(c.Overlaps))
	for i, v := range c.Overlaps {
		parts[i] = v.Format(name)
	}
	return c.Maximal.Format(name) + " against " + strings.Join(parts, ", ")
}

// Conflicts returns the maximal views of thread a with which thread b is not
// compatible, with the overlaps at fault; false if that cannot be known because one of
// the two is top. Consistency asks for none in both directions (thesis, section 3.3.2).
// More views have at least the same conflicts, with larger maximal views.
func (d Domain[K]) Conflicts(a, b Views[K]) (conflicts []Conflict[K], known bool) {
	if a.all || b.all {
		return nil, a.Len() == 0 || b.Len() == 0
	}
	for _, m := range a.Maximal() {
		if split := unordered(b.Overlaps(m)); len(split) > 0 {
			conflicts = append(conflicts, Conflict[K]{m, split})
		}
	}
	return conflicts, true
}

// Compatible reports whether the overlaps of the views of b with v form a chain; false
// too if b is top and v has several locations to tell apart.
func (d Domain[K]) Compatible(b Views[K], v View[K]) bool {
	if b.all {
		return v.Len() < 2
	}
	return len(unordered(b.Overlaps(v))) == 0
}

// unordered returns the views that are not ordered to some other one.
func unordered[K lattice.Integer](views []View[K]) (r []View[K]) {
	for _, v := range views {
		if slices.ContainsFunc(views, func(w View[K]) bool { return !v.SubsetOf(w) && !w.SubsetOf(v) }) {
			r = append(r, v)
		}
	}
	return r
}
