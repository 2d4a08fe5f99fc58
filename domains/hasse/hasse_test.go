package hasse_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/hasse"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// shapes are lattices that differ in what laws they keep beyond those of all
// lattices, and one whose bit vectors have two words.
var shapes = map[string]string{
	"one":                  "alone",
	"taint":                "public < user, config < secret",
	"M3, not distributive": "0 < a, b, c < 1",
	"N5, not modular":      "0 < a < b < 1 \n 0 < c < 1",
	"grid of 100":          grid(10),
}

// grid is the diagram of pairs of numbers below n, ordered number by number.
func grid(n int) (text string) {
	for i := range n {
		for j := range n {
			if i+1 < n {
				text += fmt.Sprintf("%d.%d < %d.%d\n", i, j, i+1, j)
			}
			if j+1 < n {
				text += fmt.Sprintf("%d.%d < %d.%d\n", i, j, i, j+1)
			}
		}
	}
	return text
}

func parse(text string) *hasse.Lattice {
	l, err := hasse.Parse(text)
	if err != nil {
		panic(err)
	}
	return l
}

// irreducible are the elements directly above one element only: every other one
// is the join of those below it.
func irreducible(l *hasse.Lattice) []hasse.Element {
	lower := map[string]int{}
	for _, e := range l.Edges() {
		lower[e.High]++
	}
	return slices.DeleteFunc(l.Elements(), func(e hasse.Element) bool { return lower[e.String()] != 1 })
}

func laws(l *hasse.Lattice) []latticetest.Law {
	elements := elements(l)
	laws := latticetest.Suite[hasse.Element]{Lattice: l, Elements: elements, Steps: l.Len() - 1,
		Fingerprint: hasse.Element.String,
		Transfers: []func(hasse.Element) hasse.Element{func(e hasse.Element) hasse.Element {
			return l.Join(e, l.Elements()[l.Len()/2])
		}}}.Laws()
	atoms := irreducible(l)
	meaning := latticetest.Gamma[hasse.Element, hasse.Element]{Lattice: l, Elements: elements,
		Contains: func(e, atom hasse.Element) bool { return l.Leq(atom, e) },
		Pick: func(t *rapid.T, e hasse.Element) (hasse.Element, bool) {
			below := slices.DeleteFunc(slices.Clone(atoms), func(atom hasse.Element) bool { return !l.Leq(atom, e) })
			if len(below) == 0 {
				return e, false
			}
			return rapid.SampledFrom(below).Draw(t, "atom"), true
		}}
	return append(append(laws, meaning.Laws()...), domaintest.ZeroIsBottom(l, elements))
}

func TestLaws(t *testing.T) {
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) { latticetest.Run(t, laws(parse(text))) })
	}
}

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, append(laws(parse(shapes["N5, not modular"])), latticetest.Law{
		Name: "drawn", Says: "a drawn lattice is the family of sets it was drawn from", Check: isFamily}))
}

// A drawn lattice is a family of sets: the join is the smallest set of the family
// that includes both, the meet is the intersection.
func TestDrawnLattices(t *testing.T) { rapid.Check(t, isFamily) }

func isFamily(t *rapid.T) {
	d := diagrams().Draw(t, "diagram")
	l, err := hasse.New(d.Elements, d.Edges)
	if err != nil {
		t.Fatal(err)
	}
	set := func(e hasse.Element) uint64 {
		bits, _ := strconv.ParseUint(e.String(), 2, 64)
		return bits
	}
	for _, a := range l.Elements() {
		for _, b := range l.Elements() {
			union := set(l.Top())
			for _, c := range l.Elements() {
				if set(c)|set(a)|set(b) == set(c) {
					union &= set(c)
				}
			}
			if got := set(l.Join(a, b)); got != union {
				t.Fatalf("join of %v and %v is %04b, want %04b", a, b, got, union)
			}
			if got := set(l.Meet(a, b)); got != set(a)&set(b) {
				t.Fatalf("meet of %v and %v is %04b", a, b, got)
			}
			if l.Leq(a, b) != (set(a)&^set(b) == 0) || l.Equal(a, b) != (a == b) {
				t.Fatalf("%v and %v are not ordered as their sets", a, b)
			}
		}
	}
	again := parse(l.String())
	if again.String() != l.String() || again.Len() != l.Len() || fmt.Sprint(again.Elements()) != fmt.Sprint(l.Elements()) {
		t.Fatalf("printed and read again,\n%vis\n%v", l, again)
	}
}

// All graphs of up to four elements: New accepts exactly those whose reachability
// is the order of a lattice.
func TestOnlyLatticesAreAccepted(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all graphs of four nodes")
	}
	accepted := map[int]int{}
	for n := 1; n <= 4; n++ {
		names := []string{"a", "b", "c", "d"}[:n]
		for graph := range 1 << (n * n) {
			var edges []hasse.Edge
			leq := make([][]bool, n)
			for i := range n {
				leq[i] = make([]bool, n)
				for j := range n {
					leq[i][j] = i == j
					if graph>>(i*n+j)&1 != 0 {
						edges, leq[i][j] = append(edges, hasse.Edge{Low: names[i], High: names[j]}), true
					}
				}
			}
			loop := slices.ContainsFunc(edges, func(e hasse.Edge) bool { return e.Low == e.High })
			_, err := hasse.New(names, edges)
			if want := !loop && isLattice(leq); want != (err == nil) {
				t.Fatalf("for edges %v the error is %v", edges, err)
			}
			if err == nil {
				accepted[n]++
			}
		}
	}
	// Labelled graphs without loops: 2 chains of 2; 6 chains of 3, with or without
	// the edge that follows; 24 chains of 4, with three such edges, and 12 diamonds
	// with one.
	require.Equal(t, map[int]int{1: 1, 2: 2, 3: 6 * 2, 4: 24*8 + 12*2}, accepted)
}

// isLattice closes a relation and asks for what a lattice is by definition.
func isLattice(leq [][]bool) bool {
	n := len(leq)
	for k := range n {
		for i := range n {
			for j := range n {
				leq[i][j] = leq[i][j] || leq[i][k] && leq[k][j]
			}
		}
	}
	best := func(i, j int, leq func(i, j int) bool) bool {
		bound := func(k int) bool { return leq(i, k) && leq(j, k) }
		for k := range n {
			least := bound(k)
			for m := range n {
				least = least && (!bound(m) || leq(k, m))
			}
			if least {
				return true
			}
		}
		return false
	}
	for i := range n {
		for j := range n {
			switch {
			case i != j && leq[i][j] && leq[j][i],
				!best(i, j, func(i, j int) bool { return leq[i][j] }),
				!best(i, j, func(i, j int) bool { return leq[j][i] }):
				return false
			}
		}
	}
	return true
}

func TestBadDiagrams(t *testing.T) {
	edge := func(low, high string) hasse.Edge { return hasse.Edge{Low: low, High: high} }
	for _, c := range []struct {
		elements []string
		edges    []hasse.Edge
		want     string
	}{
		{nil, nil, "there are no elements, and a lattice has at least one"},
		{[]string{"a", ""}, nil, "an element has an empty name"},
		{[]string{"a", "b c"}, nil, `the name "b c" has a space or one of < , # in it`},
		{[]string{"a<b"}, nil, `the name "a<b" has a space or one of < , # in it`},
		{[]string{"a\xff"}, nil, `the name "a\xff" is not UTF-8`},
		{[]string{"a", "b", "a"}, nil, `there are two elements "a"`},
		{[]string{"a", "b"}, []hasse.Edge{edge("a", "c")}, `edge "a" < "c": there is no element "c"`},
		{[]string{"a", "b"}, []hasse.Edge{edge("a", "a")}, `edges go in a circle: "a" < "a"`},
		{[]string{"z", "a", "b", "c"}, []hasse.Edge{edge("a", "b"), edge("b", "c"), edge("c", "b"), edge("c", "z")},
			`edges go in a circle: "c" < "b" < "c"`},
		{[]string{"a", "b", "c"}, []hasse.Edge{edge("a", "c"), edge("b", "c")},
			`there is no bottom: nothing lies below "a", nor below "b"`},
		{[]string{"a", "b", "c"}, []hasse.Edge{edge("a", "b"), edge("a", "c")},
			`there is no top: nothing lies above "b", nor above "c"`},
	} {
		_, err := hasse.New(c.elements, c.edges)
		require.EqualError(t, err, c.want)
	}
}

func TestBadText(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "there are no elements, and a lattice has at least one",
		"# nothing\n\n":        "there are no elements, and a lattice has at least one",
		"a < b\n\nb < \n":      "line 3: an element has an empty name",
		"a < b\nb, < c\n":      "line 2: an element has an empty name",
		"a < b\na user < b\n":  `line 2: the name "a user" has a space or one of < , # in it`,
		"a < b # x\nb < c < a": `edges go in a circle: "a" < "b" (line 1) < "c" (line 2) < "a" (line 2)`,
		"a < c\nb < c\n":       `there is no bottom: nothing lies below "a" (line 1), nor below "b" (line 2)`,
		"a < b\na < c\na < d\n": `there is no top: nothing lies above "b" (line 1), ` +
			`nor above "c" (line 2), nor above "d" (line 3)`,
	} {
		_, err := hasse.Parse(text)
		require.EqualError(t, err, want, "%q", text)
	}
}

// The zero element is bottom everywhere, and an element of another lattice tells
// nothing.
func TestElementsOfNoOrAnotherLattice(t *testing.T) {
	l, other := parse(shapes["taint"]), parse(shapes["taint"])
	var zero hasse.Element
	foreign := other.Bottom()
	require.Equal(t, "⊥", zero.String())
	for _, e := range l.Elements() {
		require.True(t, l.Leq(zero, e) && l.Leq(e, foreign))
		require.Equal(t, e, l.Join(zero, e))
		require.Equal(t, e, l.Meet(foreign, e))
		require.Equal(t, l.Bottom(), l.Meet(zero, e))
		require.Equal(t, l.Top(), l.Join(foreign, e))
	}
	require.True(t, l.Equal(zero, l.Bottom()) && l.Equal(foreign, l.Top()))
	text, err := json.Marshal([]hasse.Element{zero, l.Top()})
	require.NoError(t, err)
	require.JSONEq(t, `[null, "secret"]`, string(text))
}

// What follows from other edges is left out, and the order is that of the text
// where it is free.
func TestEdges(t *testing.T) {
	l := parse("top\nlow < mid < top\nbot < low < top\nbot < top\nlow < other < top")
	require.Equal(t, "[bot low mid other top]", fmt.Sprint(l.Elements()))
	require.Equal(t, "bot < low\nlow < mid\nlow < other\nmid < top\nother < top\n", l.String())
}
