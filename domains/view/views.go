package view

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// Views is a set of views, or that of all views. It never changes. The zero Views is
// empty and is bottom.
type Views[K lattice.Integer] struct {
	views []View[K] // ascending in Compare
	all   bool
}

// IsTop reports whether s is the set of all views.
func (s Views[K]) IsTop() bool { return s.all }

// Len is the number of views, -1 for the set of all.
func (s Views[K]) Len() int {
	if s.all {
		return -1
	}
	return len(s.views)
}

// Has reports whether v is in s.
func (s Views[K]) Has(v View[K]) bool {
	_, found := slices.BinarySearchFunc(s.views, v, View[K].Compare)
	return found || s.all
}

// All yields the views, smaller ones first; none for the set of all.
func (s Views[K]) All() iter.Seq[View[K]] { return slices.Values(s.views) }

// String lists the views, with locations by their numbers: {{1}, {1, 4}}. Top is {…}.
func (s Views[K]) String() string { return s.Format(func(k K) string { return fmt.Sprint(k) }) }

// Format is String with names of locations.
func (s Views[K]) Format(name func(K) string) string {
	if s.all {
		return "{…}"
	}
	parts := make([]string, len(s.views))
	for i, v := range s.views {
		parts[i] = v.Format(name)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// MarshalJSON gives the array of the views, and "any" for top.
func (s Views[K]) MarshalJSON() ([]byte, error) {
	switch {
	case s.all:
		return []byte(`"any"`), nil
	case s.views == nil:
		return []byte("[]"), nil
	}
	return json.Marshal(s.views)
}
