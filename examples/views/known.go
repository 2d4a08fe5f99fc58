package views

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what a checker knows of a program: what blocks access, where they begin, and the
// meaning of their numbers.
type memory struct {
	notes     map[item]note
	items     map[note]item
	last      item
	variables map[envs.Variable]*known
	contents  map[string]*content
	blocks    map[taken]*conflict
	having    map[item][]*content
	names     map[envs.FuncID]map[string]bool
	more      bool // something was added since Again was asked
}

// known is what is known of a variable.
type known struct {
	items   []item
	spots   []spot
	written bool // under a lock
}

// A spot is where a block that begins at a point accesses a variable.
type spot struct{ block, at envs.Point }

func (m *memory) known(v envs.Variable) *known {
	k := m.variables[v]
	if k == nil {
		if m.variables == nil {
			m.variables = map[envs.Variable]*known{}
		}
		k = &known{}
		m.variables[v] = k
	}
	return k
}

func (m *memory) item(n note) item {
	if i, ok := m.items[n]; ok {
		return i
	}
	if m.items == nil {
		m.items, m.notes = map[note]item{}, map[item]note{}
	}
	m.last++
	m.notes[m.last], m.items[n] = n, m.last
	k := m.known(n.variable)
	k.items = append(k.items, m.last)
	return m.last
}

// saw notes an example of where a block accesses a variable.
func (m *memory) saw(block envs.Point, v envs.Variable, at envs.Point) {
	k := m.known(v)
	i := slices.IndexFunc(k.spots, func(s spot) bool { return s.block == block })
	if i < 0 {
		k.spots = append(k.spots, spot{block, at})
	} else if at.Compare(k.spots[i].at) < 0 {
		k.spots[i].at = at
	}
}

// spot is where a block that begins at a point accesses a variable.
func (m *memory) spot(block envs.Point, v envs.Variable) envs.Point {
	for _, s := range m.known(v).spots {
		if s.block == block {
			return s.at
		}
	}
	return block
}

// write notes that a variable is written under a lock. What is only written elsewhere is
// written before it is shared, or is in a data race.
func (m *memory) write(v envs.Variable) {
	k := m.known(v)
	if k.written {
		return
	}
	k.written, m.more = true, true
	for _, i := range k.items {
		for _, x := range m.having[i] {
			for _, p := range x.places {
				p.judged, p.verdict = 0, verdict{}
			}
		}
	}
}

// written are those variables that are written under a lock.
func (c *checker) written(vs view.View[envs.Variable]) view.View[envs.Variable] {
	var r []envs.Variable
	for v := range vs.All() {
		if c.known(v).written {
			r = append(r, v)
		}
	}
	return view.Of(r...)
}

// Drop forgets a variable that is no more. What is known by its number from now on is
// another one.
func (c *checker) Drop(v envs.Variable) {
	k := c.variables[v]
	if k == nil {
		return
	}
	delete(c.variables, v)
	for _, i := range k.items {
		for _, x := range slices.Clone(c.having[i]) {
			c.remove(x)
		}
		delete(c.items, c.notes[i])
		delete(c.notes, i)
	}
}

// Again reports whether something was added.
func (c *checker) Again() bool {
	more := c.more
	c.more = false
	return more
}

// Forget drops what is known of a run.
func (c *checker) Forget() { c.memory = memory{} }
