// Package hasse is the domain of a finite lattice that its user draws: levels
// of trust, kinds of taint, states of a protocol. The user names the elements
// and says which lies directly below which, as in a Hasse diagram. Order,
// joins, meets, bottom and top follow. A diagram that is no lattice is refused
// with the elements that are to blame.
//
//	levels, err := hasse.Parse(`
//		public < user, config    # what anyone may see, below both of these
//		user, config < secret
//	`)
//
// # Meaning
//
// An element means what its user says. For the laws it describes the
// join-irreducible elements at or below it: those that are not a join of
// smaller ones, such as single kinds of taint. The lattice is the smallest
// family of sets of these that has its order.
//
// The least element of a diagram need not mean that a point is not reached. A
// lattice of values may have to have an element for that, as in environments
// whose bottom is unreachable. Then put one below: none < public, or add one
// with lattice.LiftBottom.
//
// # Representation
//
// Elements are numbered so that each comes after those below it. For each one
// there is the set of those above it, and of those below, as a bit vector. The
// join of two elements is the first of their common upper bounds; that it is
// the least is checked when the lattice is built. So an operation on up to 64
// elements is one "and" of two words. The encoding is that of Aït-Kaci, Boyer,
// Lincoln and Nasr (Efficient implementation of lattice operations, TOPLAS 11,
// 1989, section 3), in both directions.
package hasse

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/lattice"
)

// A Lattice is a finite lattice built from its diagram by New or Parse. It never
// changes.
type Lattice struct {
	nodes []node // each after those below it
	words int    // of a bit vector
	above []uint64
	below []uint64
}

type node struct {
	name  string
	index int
	in    *Lattice
}

// An Element is an element of one Lattice; two are == if they are the same.
//
// The zero Element belongs to no lattice: each takes it for its bottom, though it
// prints as ⊥ and not by name. An element of another lattice says nothing about
// this one, which takes it for its top.
type Element struct{ node *node }

// String is the name of the element.
func (e Element) String() string {
	if e.node == nil {
		return "⊥"
	}
	return e.node.name
}

// MarshalJSON gives the name; null for the zero Element.
func (e Element) MarshalJSON() ([]byte, error) {
	if e.node == nil {
		return []byte("null"), nil
	}
	return json.Marshal(e.node.name)
}

var (
	_ lattice.Lattice[Element]   = (*Lattice)(nil)
	_ lattice.Merging[Element]   = (*Lattice)(nil)
	_ lattice.Narrowing[Element] = (*Lattice)(nil)
)

// Len is the number of elements.
func (l *Lattice) Len() int { return len(l.nodes) }

// Elements returns all elements, each after those below it: bottom first, top last.
func (l *Lattice) Elements() []Element {
	all := make([]Element, l.Len())
	for i := range all {
		all[i] = l.at(i)
	}
	return all
}

// Element returns the element of that name.
func (l *Lattice) Element(name string) (Element, error) {
	for i := range l.nodes {
		if l.nodes[i].name == name {
			return l.at(i), nil
		}
	}
	names := make([]string, l.Len())
	for i := range names {
		names[i] = l.nodes[i].name
	}
	return Element{}, fmt.Errorf("no element is called %q: want one of %s", name, strings.Join(names, ", "))
}

func (l *Lattice) at(i int) Element { return Element{&l.nodes[i]} }

// index is the number of e, whatever e is.
func (l *Lattice) index(e Element) int {
	switch {
	case e.node == nil:
		return 0
	case e.node.in == l:
		return e.node.index
	}
	return l.Len() - 1
}

// Bottom returns the least element.
func (l *Lattice) Bottom() Element { return l.at(0) }

// Top returns the greatest element.
func (l *Lattice) Top() Element { return l.at(l.Len() - 1) }

// Leq reports whether a way up leads from a to b in the diagram.
func (l *Lattice) Leq(a, b Element) bool { return l.leq(l.index(a), l.index(b)) }

func (l *Lattice) leq(i, j int) bool { return l.row(l.above, i)[j/64]>>(j%64)&1 != 0 }

// row is the bit vector of element i.
func (l *Lattice) row(of []uint64, i int) []uint64 { return of[i*l.words : (i+1)*l.words] }

// Equal reports whether a and b are the same.
func (l *Lattice) Equal(a, b Element) bool { return l.index(a) == l.index(b) }

// Join returns the least element above both.
func (l *Lattice) Join(a, b Element) Element { return l.at(l.join(l.index(a), l.index(b))) }

func (l *Lattice) join(i, j int) int {
	x, y := l.row(l.above, i), l.row(l.above, j)
	w := 0
	for x[w]&y[w] == 0 { // top is above all
		w++
	}
	return 64*w + bits.TrailingZeros64(x[w]&y[w])
}

// Meet returns the greatest element below both.
func (l *Lattice) Meet(a, b Element) Element {
	x, y := l.row(l.below, l.index(a)), l.row(l.below, l.index(b))
	w := l.words - 1
	for x[w]&y[w] == 0 { // bottom is below all
		w--
	}
	return l.at(64*w + bits.Len64(x[w]&y[w]) - 1)
}

// Merge is Join, and says which operand the result is.
func (l *Lattice) Merge(a, b Element) (Element, lattice.Side) {
	i, j := l.index(a), l.index(b)
	r := l.join(i, j)
	return l.at(r), lattice.SideOf(r, i, j)
}

// Narrow returns next: chains are finite.
func (l *Lattice) Narrow(_, next Element) Element { return next }

// An Edge of a diagram says that one element lies below another.
type Edge struct{ Low, High string }

// Edges returns the diagram without what follows from the rest of it: to each
// element, from those directly below it. Like Elements, both ascend.
func (l *Lattice) Edges() []Edge {
	var edges []Edge
	for j := range l.nodes {
		for i := range j {
			if l.leq(i, j) && !slices.ContainsFunc(l.nodes[i+1:j], func(k node) bool {
				return l.leq(i, k.index) &&
					l.leq(k.index, j)
			}) {
				edges = append(edges, Edge{l.nodes[i].name, l.nodes[j].name})
			}
		}
	}
	return edges
}

// String is the diagram, a line for each of Edges. Parse makes the same lattice
// of it, with the same order of Elements.
func (l *Lattice) String() string {
	if l.Len() == 1 {
		return l.nodes[0].name + "\n"
	}
	var text strings.Builder
	for _, e := range l.Edges() {
		fmt.Fprintf(&text, "%s < %s\n", e.Low, e.High)
	}
	return text.String()
}
