package hasse

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// New returns the lattice of these elements in which Low lies below High for each
// edge. Edges that follow from others do no harm. It takes time in the order of
// the cube of the number of elements, divided by 64.
//
// It returns an error
//
//   - if there is no element
//   - if a name is empty, comes twice, or has a space or one of < , # in it
//   - if an edge names an unknown element
//   - if edges go in a circle
//   - if more than one element has nothing below it, or nothing above it
//   - if two elements have several upper bounds, none of which is the least
//
// Since the order is finite and has a bottom, meets exist if joins do.
func New(elements []string, edges []Edge) (*Lattice, error) {
	for i, name := range elements {
		if err := checkName(name); err != nil {
			return nil, err
		}
		if slices.Contains(elements[:i], name) {
			return nil, fmt.Errorf("there are two elements %q", name)
		}
	}
	for _, e := range edges {
		for _, name := range []string{e.Low, e.High} {
			if !slices.Contains(elements, name) {
				return nil, fmt.Errorf("edge %q < %q: there is no element %q", e.Low, e.High, name)
			}
		}
	}
	return build(diagram{elements: elements, edges: edges})
}

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("an element has an empty name")
	case !utf8.ValidString(name):
		return fmt.Errorf("the name %q is not UTF-8", name)
	case strings.ContainsAny(name, "<,#") || strings.ContainsFunc(name, unicode.IsSpace):
		return fmt.Errorf("the name %q has a space or one of < , # in it", name)
	}
	return nil
}

// A diagram is what a lattice is built from: elements with different names, and
// edges between them.
type diagram struct {
	elements []string
	edges    []Edge
	// The lines on which they stand in a text, if they do.
	elementLines, edgeLines []int
}

// element is how errors name an element.
func (d *diagram) element(name string) string {
	if d.elementLines == nil {
		return fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("%q (line %d)", name, d.elementLines[slices.Index(d.elements, name)])
}

func build(d diagram) (*Lattice, error) {
	if len(d.elements) == 0 {
		return nil, errors.New("there are no elements, and a lattice has at least one")
	}
	order, up, err := d.sorted()
	if err != nil {
		return nil, err
	}
	n := len(order)
	l := &Lattice{nodes: make([]node, n), words: (n + 63) / 64}
	l.above, l.below = make([]uint64, n*l.words), make([]uint64, n*l.words)
	place := make([]int, n)
	for i, e := range order {
		l.nodes[i] = node{d.elements[e], i, l}
		place[e] = i
	}
	for i := n - 1; i >= 0; i-- {
		above := l.row(l.above, i)
		above[i/64] |= 1 << (i % 64)
		for _, high := range up[order[i]] {
			for w, set := range l.row(l.above, place[high]) {
				above[w] |= set
			}
		}
		for j := i; j < n; j++ {
			if l.leq(i, j) {
				l.row(l.below, j)[i/64] |= 1 << (i % 64)
			}
		}
	}
	if err := d.checkExtremes(l); err != nil {
		return nil, err
	}
	return l, d.checkJoins(l)
}

// sorted returns the elements by number so that each comes after those below it,
// in the given order where that leaves a choice, and the edges up from each.
func (d *diagram) sorted() (order []int, up [][]int, err error) {
	number := map[string]int{}
	for i, name := range d.elements {
		number[name] = i
	}
	up = make([][]int, len(d.elements))
	below := make([]int, len(d.elements)) // edges from elements that have no place yet
	for _, e := range d.edges {
		low, high := number[e.Low], number[e.High]
		up[low] = append(up[low], high)
		below[high]++
	}
	placed := make([]bool, len(d.elements))
	for len(order) < len(d.elements) {
		next := -1
		for i, n := range below {
			if n == 0 && !placed[i] {
				next = i
				break
			}
		}
		if next < 0 {
			return nil, nil, d.cycle(placed)
		}
		placed[next] = true
		order = append(order, next)
		for _, high := range up[next] {
			below[high]--
		}
	}
	return order, up, nil
}

// cycle tells of a circle of edges. Each element without a place has an edge from
// another one, so going down long enough comes round.
func (d *diagram) cycle(placed []bool) error {
	var down []int // edges, each starting where the one after it ends
	at := d.elements[slices.Index(placed, false)]
	for {
		if i := slices.IndexFunc(down, func(e int) bool { return d.edges[e].High == at }); i >= 0 {
			down = down[i:]
			break
		}
		down = append(down, slices.IndexFunc(d.edges, func(e Edge) bool {
			return e.High == at && !placed[slices.Index(d.elements, e.Low)]
		}))
		at = d.edges[down[len(down)-1]].Low
	}
	text := fmt.Sprintf("%q", at)
	for _, e := range slices.Backward(down) {
		text += fmt.Sprintf(" < %q", d.edges[e].High)
		if d.edgeLines != nil {
			text += fmt.Sprintf(" (line %d)", d.edgeLines[e])
		}
	}
	return fmt.Errorf("edges go in a circle: %s", text)
}

func (d *diagram) checkExtremes(l *Lattice) error {
	var least, greatest []string
	for i, n := range l.nodes {
		if popcount(l.row(l.below, i)) == 1 {
			least = append(least, d.element(n.name))
		}
		if popcount(l.row(l.above, i)) == 1 {
			greatest = append(greatest, d.element(n.name))
		}
	}
	switch {
	case len(least) > 1:
		return fmt.Errorf("there is no bottom: nothing lies below %s", strings.Join(least, ", nor below "))
	case len(greatest) > 1:
		return fmt.Errorf("there is no top: nothing lies above %s", strings.Join(greatest, ", nor above "))
	}
	return nil
}

func popcount(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

// checkJoins holds the first common upper bound of any two elements to be the
// least: all others lie above it.
func (d *diagram) checkJoins(l *Lattice) error {
	common := make([]uint64, l.words)
	for i := range l.nodes {
		for j := range i {
			for w, set := range l.row(l.above, i) {
				common[w] = set & l.row(l.above, j)[w]
			}
			if !slices.Equal(common, l.row(l.above, l.join(i, j))) {
				return fmt.Errorf("%s and %s have no join: of their upper bounds %s none lies below the others",
					d.element(l.nodes[j].name), d.element(l.nodes[i].name), strings.Join(d.minimal(l, common), ", "))
			}
		}
	}
	return nil
}

// minimal returns the elements of a set that have no other one of it below them.
func (d *diagram) minimal(l *Lattice, set []uint64) []string {
	var found []int
	for i := range l.nodes {
		if set[i/64]>>(i%64)&1 != 0 && !slices.ContainsFunc(found, func(j int) bool { return l.leq(j, i) }) {
			found = append(found, i)
		}
	}
	names := make([]string, len(found))
	for i, j := range found {
		names[i] = d.element(l.nodes[j].name)
	}
	return names
}
