package cycles_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/waiting/internal/cycles"
)

type (
	graph = cycles.Graph[int, int, int]
	step  = cycles.Step[int, int, int]
)

func newGraph() *graph { return &graph{Compare: cmp.Compare[int]} }

// modulo are rules by which names may be of one thing that are equal modulo n. Modulo 0, all names are single;
// otherwise 4 and 5 are. Steps of one occurrence exclude each other. Those with an odd sum of labels do not follow
// each other. Cycles with a step of which the label is 3 have two.
type modulo int

func (n modulo) Same(a, b int) bool {
	return a == b || n > 0 && a%int(n) == b%int(n) && !(n.Single(a) && n.Single(b))
}
func (n modulo) Single(a int) bool            { return n == 0 || a >= 4 }
func (modulo) Beside(a, b step) bool          { return a.At != b.At }
func (modulo) Follows(a, b step) bool         { return (a.Label+b.Label)%2 == 0 || a.Label == 2 }
func (modulo) Counts(s step, length int) bool { return s.Label != 3 || length == 2 }

// drawn is a graph and its steps.
func drawn(t *rapid.T, r modulo) (*graph, []step) {
	g := newGraph()
	for range rapid.IntRange(8, 20).Draw(t, "edges") {
		node := rapid.IntRange(0, 5)
		e := g.Edge(r, node.Draw(t, "from"), node.Draw(t, "to"), rapid.IntRange(0, 3).Draw(t, "label"))
		e.See(rapid.IntRange(0, 9).Draw(t, "occurrence"))
	}
	var all []step
	for n := range 6 {
		for _, e := range g.From(n) {
			for _, o := range e.Seen {
				all = append(all, step{Edge: e, At: o})
			}
		}
	}
	return g, all
}

func show(cycle []step) string {
	var b strings.Builder
	for _, s := range cycle {
		fmt.Fprintf(&b, "%d-%d/%d@%d ", s.From, s.To, s.Label, s.At)
	}
	return b.String()
}

// every lists the cycles through a step by trying all sequences.
func every(r modulo, all []step, first step) (list []string) {
	var extend func(path []step)
	extend = func(path []step) {
		last := path[len(path)-1]
		if len(path) > 1 && r.Same(last.To, first.From) && r.Follows(last, first) && legal(r, path) {
			list = append(list, show(path))
		}
		if len(path) == 6 {
			return
		}
		for _, s := range all {
			if !r.Same(last.To, s.From) || !r.Follows(last, s) ||
				slices.ContainsFunc(path, func(p step) bool { return !r.Beside(p, s) }) {
				continue
			}
			extend(append(path[:len(path):len(path)], s))
		}
	}
	extend([]step{first})
	return list
}

// legal reports whether all of a path count, and no node begins two steps of a long one.
func legal(r modulo, path []step) bool {
	nodes := map[int]bool{}
	for _, s := range path {
		if !r.Counts(s, len(path)) || len(path) > 2 && nodes[s.From] {
			return false
		}
		nodes[s.From] = true
	}
	return true
}

// TestThrough holds the search to all sequences of steps.
func TestThrough(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		r := modulo(rapid.SampledFrom([]int{0, 0, 4}).Draw(t, "modulo"))
		g, all := drawn(t, r)
		for _, first := range all {
			var got []string
			length := 0
			for cycle := range g.Through(r, first) {
				require.GreaterOrEqual(t, len(cycle), length, "shorter ones come first")
				length = len(cycle)
				got = append(got, show(cycle))
			}
			found += len(got)
			require.ElementsMatch(t, every(r, all, first), got)
		}
	})
	if !testing.Short() { // which draws a fifth
		require.Greater(t, found, 200)
	}
}

// TestOrder: what is found does not depend on the order in which edges came.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := drawn(t, 4)
		h := newGraph()
		for _, i := range rapid.Permutation(slices.Collect(indices(all))).Draw(t, "order") {
			s := all[i]
			h.Edge(modulo(4), s.From, s.To, s.Label)
		}
		for _, s := range all { // occurrences have an order of their own
			h.Edge(modulo(4), s.From, s.To, s.Label).See(s.At)
		}
		for _, first := range all {
			require.Equal(t, list(g, first), list(h, first))
		}
	})
}

// TestManySearches: what is found in a graph that was searched often, in a table, is found by a search in one that was
// not. That holds also when the graph has grown or shrunk meanwhile.
func TestManySearches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := drawn(t, 4)
		same := func(all []step) {
			for range 2 {
				for _, first := range all {
					h := newGraph()
					for _, s := range all {
						h.Edge(modulo(4), s.From, s.To, s.Label).See(s.At)
					}
					require.Equal(t, list(h, first), list(g, first))
				}
			}
		}
		same(all)
		e := g.Edge(modulo(4), 6, rapid.IntRange(0, 5).Draw(t, "to"), 2)
		e.See(20)
		f := g.Edge(modulo(4), rapid.IntRange(0, 5).Draw(t, "from"), 6, 2)
		f.See(21)
		same(append(all, step{Edge: e, At: 20}, step{Edge: f, At: 21}))
		g.Drop(6)
		same(all)
	})
}

func indices(all []step) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range all {
			if !yield(i) {
				return
			}
		}
	}
}

func list(g *graph, first step) (all []string) {
	for cycle := range g.Through(modulo(4), first) {
		all = append(all, show(cycle))
	}
	return all
}

// TestLeads holds Leads to the cycles there would be if a step led back.
func TestLeads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := modulo(rapid.SampledFrom([]int{0, 4}).Draw(t, "modulo"))
		g, all := drawn(t, r)
		from, to := rapid.IntRange(0, 5).Draw(t, "n"), rapid.IntRange(0, 5).Draw(t, "is")
		reached := map[int]bool{}
		for range all {
			for _, s := range all {
				if r.Same(s.From, from) ||
					slices.ContainsFunc(all, func(p step) bool { return reached[p.To] && r.Same(p.To, s.From) }) {
					reached[s.To] = true
				}
			}
		}
		require.Equal(t, reached[to], g.Leads(r, from, func(n int) bool { return n == to }))
	})
}

// TestDrop: a graph from which a node was dropped is one that never had it.
func TestDrop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := modulo(rapid.SampledFrom([]int{0, 4}).Draw(t, "modulo"))
		g, all := drawn(t, r)
		gone := rapid.IntRange(0, 5).Draw(t, "gone")
		g.Leaving(r, 1) // what is known of names must not stay
		g.Drop(gone)
		h := newGraph()
		for _, s := range all {
			if s.From != gone && s.To != gone {
				h.Edge(r, s.From, s.To, s.Label).See(s.At)
			}
		}
		for n := range 6 {
			require.Equal(t, shown(h, n), shown(g, n))
			require.ElementsMatch(t, h.Next(n), g.Next(n))
			require.Equal(t, h.To(n), g.To(n))
		}
		for _, s := range all {
			g.Edge(r, s.From, s.To, s.Label).See(s.At) // it may come again
		}
		for n := range 6 {
			for _, e := range g.From(n) {
				require.NotEmpty(t, e.Seen)
			}
		}
	})
}

func shown(g *graph, n int) (all []string) {
	for _, e := range g.From(n) {
		all = append(all, fmt.Sprint(e.From, e.To, e.Label, e.Seen))
	}
	return all
}

// TestLatestOccurrencesAreKept: of those beyond the limit the oldest are forgotten.
func TestLatestOccurrencesAreKept(t *testing.T) {
	e := newGraph().Edge(modulo(0), 1, 2, 0)
	for i := range cycles.Most + 3 {
		require.Equal(t, i < cycles.Most, e.See(i))
		require.False(t, e.See(i), "it is known")
	}
	require.Len(t, e.Seen, cycles.Most)
	require.Equal(t, []int{3, cycles.Most + 2}, []int{e.Seen[0], e.Seen[cycles.Most-1]})
}

// TestLimit: a search ends in a graph with more cycles than anybody can list.
func TestLimit(t *testing.T) {
	g := newGraph()
	for a := range 20 {
		for b := range 20 {
			if a != b {
				g.Edge(modulo(0), a, b, 0).See(a)
			}
		}
	}
	e := g.From(0)[0]
	n := len(list(g, step{Edge: e, At: 0}))
	require.Positive(t, n)
	require.LessOrEqual(t, n, cycles.Limit)
}
