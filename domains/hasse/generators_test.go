package hasse_test

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/hasse"
	"pgregory.net/rapid"
)

// diagram is what a lattice is built from.
type diagram struct {
	Elements []string
	Edges    []hasse.Edge
}

// diagrams generates diagrams of lattices of at most 16 elements, in some order
// and with edges more than are needed. A family of sets is a lattice if it has
// the intersection of any two of its sets, and a greatest set. Every finite
// lattice is such a family. An element is named by the bits of its set.
func diagrams() *rapid.Generator[diagram] {
	return rapid.Custom(func(t *rapid.T) diagram {
		const all = 1<<4 - 1
		sets := append(rapid.SliceOfN(rapid.IntRange(0, all), 0, 8).Draw(t, "sets"), all)
		for i := 0; i < len(sets); i++ {
			for j := range i {
				if both := sets[i] & sets[j]; !slices.Contains(sets, both) {
					sets = append(sets, both)
				}
			}
		}
		slices.Sort(sets)
		sets = slices.Compact(sets)
		var d diagram
		for _, low := range sets {
			d.Elements = append(d.Elements, nameOf(low))
			for _, high := range sets {
				if low == high || low&high != low {
					continue
				}
				between := func(s int) bool { return s != low && s != high && s&low == low && s&high == s }
				if !slices.ContainsFunc(sets, between) || rapid.Bool().Draw(t, "superfluous") {
					d.Edges = append(d.Edges, hasse.Edge{Low: nameOf(low), High: nameOf(high)})
				}
			}
		}
		d.Elements = rapid.Permutation(d.Elements).Draw(t, "elements")
		d.Edges = rapid.Permutation(d.Edges).Draw(t, "edges")
		return d
	})
}

func nameOf(set int) string { return fmt.Sprintf("%04b", set) }

// elements generates the elements of l.
func elements(l *hasse.Lattice) *rapid.Generator[hasse.Element] {
	return rapid.SampledFrom(l.Elements())
}
