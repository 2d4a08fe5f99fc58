package domaintest

import (
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/hasse"
	"pgregory.net/rapid"
)

// HasseDiagram is what a lattice is built from.
type HasseDiagram struct {
	Elements []string
	Edges    []hasse.Edge
}

// HasseDiagrams generates diagrams of lattices of at most 16 elements, in some
// order and with edges more than are needed. A family of sets that has the
// intersection of any two of its sets, and a greatest set, is a lattice, and
// every finite lattice is such a family; an element is named by the bits of its
// set.
func HasseDiagrams() *rapid.Generator[HasseDiagram] {
	return rapid.Custom(func(t *rapid.T) HasseDiagram {
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
		var d HasseDiagram
		for _, low := range sets {
			d.Elements = append(d.Elements, hasseName(low))
			for _, high := range sets {
				if low == high || low&high != low {
					continue
				}
				between := func(s int) bool { return s != low && s != high && s&low == low && s&high == s }
				if !slices.ContainsFunc(sets, between) || rapid.Bool().Draw(t, "superfluous") {
					d.Edges = append(d.Edges, hasse.Edge{Low: hasseName(low), High: hasseName(high)})
				}
			}
		}
		d.Elements = rapid.Permutation(d.Elements).Draw(t, "elements")
		d.Edges = rapid.Permutation(d.Edges).Draw(t, "edges")
		return d
	})
}

func hasseName(set int) string { return fmt.Sprintf("%04b", set) }

// HasseElements generates the elements of l.
func HasseElements(l *hasse.Lattice) *rapid.Generator[hasse.Element] {
	return rapid.SampledFrom(l.Elements())
}
