package cycles

import (
	"cmp"
	"iter"
	"slices"
)

// An Edge leads from one node to another.
type Edge[N cmp.Ordered, L, O comparable] struct {
	From, To N
	Label    L
	Seen     []O // its occurrences, the oldest first: the last Most
}

// Most is how many occurrences of an edge are kept.
const Most = 32

// See adds an occurrence; grew is false if it is known, or in the stead of an older one.
func (e *Edge[N, L, O]) See(o O) (grew bool) {
	for i := len(e.Seen) - 1; i >= 0; i-- {
		if e.Seen[i] == o {
			return false
		}
	}
	if len(e.Seen) < Most {
		e.Seen = append(e.Seen, o)
		return true
	}
	copy(e.Seen, e.Seen[1:])
	e.Seen[Most-1] = o
	return false
}

// A Step is an occurrence of an edge.
type Step[N cmp.Ordered, L, O comparable] struct {
	*Edge[N, L, O]
	At O
}

// A Graph is a set of edges. The zero value is empty, and Compare must be set before the first is added.
type Graph[N cmp.Ordered, L, O comparable] struct {
	Compare func(a, b L) int // the order of labels; 0 only if they are equal

	edges   map[key[N, L]]*Edge[N, L, O]
	nodes   map[N]*node[N, L, O]
	several []N // of the nodes that edges lead from, or did, those that are not single
	vague   []N // of the nodes to which edges lead, those that are not single

	// By where cycles begin: what searches have found since there was an edge between other nodes. Many searches in a
	// graph that grows no more do not each go through it: lockorder.BenchmarkManyWaits takes a third of the time.
	ends map[N]*ends[N]
}

type key[N cmp.Ordered, L comparable] struct {
	from, to N
	label    L
}

type node[N cmp.Ordered, L, O comparable] struct {
	out        []*Edge[N, L, O] // in order
	leaves     bool             // an edge leads from it, or did
	next, into []N              // where edges lead, and from where; each once, in no order
}

// Edge is the edge between two nodes with a label. It is added without an occurrence if it is new.
func (g *Graph[N, L, O]) Edge(r Names[N], from, to N, label L) *Edge[N, L, O] {
	k := key[N, L]{from, to, label}
	if e := g.edges[k]; e != nil {
		return e
	}
	if g.edges == nil {
		g.edges, g.nodes = map[key[N, L]]*Edge[N, L, O]{}, map[N]*node[N, L, O]{}
	}
	e := &Edge[N, L, O]{From: from, To: to, Label: label}
	g.edges[k] = e
	f, t := g.node(from), g.node(to)
	if !f.leaves {
		f.leaves = true
		if !r.Single(from) {
			g.several = append(g.several, from)
		}
	}
	i, _ := slices.BinarySearchFunc(f.out, e, g.compare)
	f.out = slices.Insert(f.out, i, e)
	if len(t.into) == 0 && !r.Single(to) {
		g.vague = append(g.vague, to)
	}
	if !slices.Contains(f.next, to) {
		f.next, t.into = append(f.next, to), append(t.into, from)
		g.ends = nil
	}
	return e
}

func (g *Graph[N, L, O]) node(n N) *node[N, L, O] {
	x := g.nodes[n]
	if x == nil {
		x = &node[N, L, O]{}
		g.nodes[n] = x
	}
	return x
}

// compare orders edges from one node.
func (g *Graph[N, L, O]) compare(a, b *Edge[N, L, O]) int {
	if c := cmp.Compare(a.To, b.To); c != 0 {
		return c
	}
	return g.Compare(a.Label, b.Label)
}

// From are the edges from a node, in order. They must not be changed.
func (g *Graph[N, L, O]) From(n N) []*Edge[N, L, O] {
	if x := g.nodes[n]; x != nil {
		return x.out
	}
	return nil
}

// Next are the nodes to which edges lead from n, in no order.
func (g *Graph[N, L, O]) Next(n N) []N {
	if x := g.nodes[n]; x != nil {
		return x.next
	}
	return nil
}

// To reports whether an edge leads to n.
func (g *Graph[N, L, O]) To(n N) bool {
	x := g.nodes[n]
	return x != nil && len(x.into) > 0
}

// Entered are the nodes to which edges lead, in no order.
func (g *Graph[N, L, O]) Entered() iter.Seq[N] {
	return func(yield func(N) bool) {
		for n, x := range g.nodes {
			if len(x.into) > 0 && !yield(n) {
				return
			}
		}
	}
}

// Leads reports whether from n, by one step or several, a node can be reached of which is is true.
func (g *Graph[N, L, O]) Leads(r Names[N], n N, is func(N) bool) bool {
	todo, seen := slices.Clone(g.Leaving(r, n)), map[N]bool{}
	for len(todo) > 0 {
		m := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[m] {
			continue
		}
		seen[m] = true
		for _, z := range g.Next(m) {
			if is(z) {
				return true
			}
			todo = append(todo, g.Leaving(r, z)...)
		}
	}
	return false
}

// Drop forgets a node and its edges.
func (g *Graph[N, L, O]) Drop(n N) {
	x := g.nodes[n]
	if x == nil {
		return
	}
	for _, m := range x.into {
		y := g.nodes[m]
		y.out = slices.DeleteFunc(y.out, func(e *Edge[N, L, O]) bool {
			if e.To == n {
				delete(g.edges, key[N, L]{m, n, e.Label})
			}
			return e.To == n
		})
		y.next = slices.DeleteFunc(y.next, func(z N) bool { return z == n })
	}
	for _, e := range x.out {
		delete(g.edges, key[N, L]{n, e.To, e.Label})
	}
	for _, m := range x.next {
		if y := g.nodes[m]; m != n {
			y.into = slices.DeleteFunc(y.into, func(z N) bool { return z == n })
			if len(y.into) == 0 {
				g.vague = slices.DeleteFunc(g.vague, func(z N) bool { return z == m })
			}
		}
	}
	g.several = slices.DeleteFunc(g.several, func(z N) bool { return z == n })
	g.vague = slices.DeleteFunc(g.vague, func(z N) bool { return z == n })
	g.ends = nil
	delete(g.nodes, n)
}

// Names tells names apart.
type Names[N any] interface {
	// Same reports whether two names may be of one thing.
	Same(a, b N) bool
	// Single reports whether a name is that of a single thing. Two different ones are of different things.
	Single(N) bool
}

// Leaving are the nodes from which edges lead and that may be n: n first, if it is one, then the others in order.
func (g *Graph[N, L, O]) Leaving(r Names[N], n N) (list []N) {
	if x := g.nodes[n]; x != nil && x.leaves {
		list = append(list, n)
	}
	others := len(list)
	add := func(m N) {
		if m != n && r.Same(m, n) {
			list = append(list, m)
		}
	}
	if r.Single(n) {
		for _, m := range g.several {
			add(m)
		}
	} else {
		for m, x := range g.nodes {
			if x.leaves {
				add(m)
			}
		}
	}
	slices.Sort(list[others:])
	return list
}

// into gives the nodes from which edges lead to what may be n, in no order.
func (g *Graph[N, L, O]) into(r Names[N], n N) (list []N) {
	if x := g.nodes[n]; x != nil {
		list = append(list, x.into...)
	}
	add := func(m N, x *node[N, L, O]) {
		if m != n && r.Same(m, n) {
			list = append(list, x.into...)
		}
	}
	if r.Single(n) {
		for _, m := range g.vague {
			add(m, g.nodes[m])
		}
	} else {
		for m, x := range g.nodes {
			add(m, x)
		}
	}
	return list
}

// ends are how cycles end that begin at a node.
type ends[N comparable] struct {
	steps map[N]int // by where a step begins: how many steps it takes to close the cycle
	ways  map[N]int // by where a step leads: how many more it takes; see search.closes
}

// endsAt finds how cycles end that begin at a node.
func (g *Graph[N, L, O]) endsAt(r Names[N], first N) *ends[N] {
	e := g.ends[first]
	if e != nil {
		return e
	}
	e = &ends[N]{map[N]int{}, map[N]int{}}
	last := g.into(r, first)
	for d := 1; len(last) > 0; d++ {
		var before []N
		for _, k := range last {
			if _, ok := e.steps[k]; !ok {
				e.steps[k] = d
				before = append(before, g.into(r, k)...)
			}
		}
		last = before
	}
	if g.ends == nil {
		g.ends = map[N]*ends[N]{}
	}
	g.ends[first] = e
	return e
}
