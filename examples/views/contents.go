package views

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A content is what some blocks access: their view. In own are the names by their lock,
// in around those by locks that were held around them.
type content struct {
	own, around view.View[blocks.Item]
	variables   view.View[envs.Variable] // of own
	places      []*place
	groups      []*group // what others have in common with it
	partOf      []*group // of others
	gone        bool     // one of its variables is no more
	left        int      // how many of partOf are of such
	compared    int      // see memory.compare
}

// A group are contents that have the same in common with another one, the whole.
type group struct {
	whole   *content
	overlap view.View[envs.Variable]
	names   map[string]bool // of the variables in overlap, nil if they are not known
	members []*content
	gone    int     // how many of the members are
	apart   []*rift // to those whose overlap is in no chain with this one
	news    int     // how often a variable of the overlap was found to be written
}

// A rift is between two groups whose overlaps are in no chain.
type rift struct {
	to   *group
	seen int  // the news of both when wide was decided, and 1
	wide bool // see checker.wide
}

// named are the names of the variables of the overlap.
func (g *group) named(env envs.Env) map[string]bool {
	if g.names == nil {
		g.names = map[string]bool{}
		for v := range g.overlap.All() {
			g.names[env.VariableName(v)] = true
		}
	}
	return g.names
}

// content is what is known of what a block accesses.
func (m *memory) content(own, around view.View[blocks.Item]) *content {
	key := keyOf(own, around)
	if x, ok := m.contents[string(key)]; ok {
		return x
	}
	if m.contents == nil {
		m.contents, m.having = map[string]*content{}, map[blocks.Item][]*content{}
	}
	x := &content{own: own, around: around, variables: m.variablesOf(own)}
	if n := x.variables.Len(); n == 0 || n > maxVariables {
		return nil // it is not about one thing
	}
	m.contents[string(key)] = x
	for i := range x.items() {
		if len(m.having[i]) < maxContents {
			m.having[i] = append(m.having[i], x)
		}
	}
	m.compare(x)
	return x
}

func keyOf(own, around view.View[blocks.Item]) []byte {
	key := binary.AppendVarint(nil, int64(own.Len()))
	for _, part := range [...]view.View[blocks.Item]{own, around} {
		for i := range part.All() {
			key = binary.AppendVarint(key, int64(i))
		}
	}
	return key
}

// items are those of own and around.
func (x *content) items() iter.Seq[blocks.Item] {
	return func(yield func(blocks.Item) bool) {
		for i := range x.own.All() {
			if !yield(i) {
				return
			}
		}
		for i := range x.around.All() {
			if !x.own.Has(i) && !yield(i) {
				return
			}
		}
	}
}

func (m *memory) variablesOf(items view.View[blocks.Item]) view.View[envs.Variable] {
	vs := make([]envs.Variable, 0, items.Len())
	for i := range items.All() {
		vs = append(vs, m.Fact(i))
	}
	return view.Of(vs...)
}

// compare finds out what a new content has in common with others, and with itself.
func (m *memory) compare(x *content) {
	m.compared++
	for i := range x.items() {
		for _, y := range m.having[i] {
			if y.compared == m.compared || x.variables.Len() < 2 && y.variables.Len() < 2 {
				continue // there is nothing to take apart
			}
			y.compared = m.compared
			overlap := m.overlap(x, y)
			y.take(x, overlap)
			if x == y {
				continue
			}
			if x.around.Len()+y.around.Len() > 0 {
				overlap = m.overlap(y, x)
			}
			x.take(y, overlap)
		}
	}
}

// overlap is what x has in common with a whole: nothing if a lock was held around x which
// that one holds, since then it sees x as part of a larger block.
func (m *memory) overlap(x, whole *content) view.View[envs.Variable] {
	if x.around.Len()+whole.around.Len() == 0 {
		if own := x.own.Intersect(whole.own); own.Len() < x.own.Len() {
			return m.variablesOf(own)
		}
		return x.variables
	}
	if x.around.Intersect(whole.own).Len()+x.around.Intersect(whole.around).Len() > 0 {
		return view.View[envs.Variable]{}
	}
	return m.variablesOf(x.own.Intersect(whole.own).Union(x.own.Intersect(whole.around)))
}

// take adds a content to those that have something in common with x.
func (x *content) take(y *content, overlap view.View[envs.Variable]) {
	if overlap.Len() == 0 || x.variables.Len() < 2 {
		return
	}
	i := slices.IndexFunc(x.groups, func(g *group) bool { return g.overlap.Equal(overlap) })
	if i < 0 {
		i = len(x.groups)
		g := &group{whole: x, overlap: overlap}
		for _, h := range x.groups {
			if !h.overlap.SubsetOf(overlap) && !overlap.SubsetOf(h.overlap) {
				g.apart, h.apart = append(g.apart, &rift{to: h}), append(h.apart, &rift{to: g})
			}
		}
		x.groups = append(x.groups, g)
	}
	g := x.groups[i]
	g.members = append(g.members, y)
	y.partOf = append(y.partOf, g)
}

// remove forgets a content.
func (m *memory) remove(x *content) {
	delete(m.contents, string(keyOf(x.own, x.around)))
	for i := range x.items() {
		rest := slices.DeleteFunc(m.having[i], func(y *content) bool { return y == x })
		if m.having[i] = rest; len(rest) == 0 {
			delete(m.having, i)
		}
	}
	for _, p := range x.places {
		for _, y := range p.conflicts {
			*y = conflict{places: y.places} // what of it is no more is not told of again
		}
		if p.split.places--; p.split.places == 0 {
			delete(m.splits, p.Block)
		}
	}
	x.gone = true
	for _, g := range x.partOf {
		if g.gone++; g.gone > len(g.members)/2 {
			g.members, g.gone = slices.DeleteFunc(g.members, func(y *content) bool { return y.gone }), 0
		}
	}
	for _, g := range x.groups {
		for _, y := range g.members {
			if y.left++; y.left > len(y.partOf)/2 {
				y.partOf, y.left = slices.DeleteFunc(y.partOf, func(h *group) bool { return h.whole.gone }), 0
			}
		}
	}
}
