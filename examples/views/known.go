package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// memory is what a checker knows of a program: what blocks access, and where they begin.
type memory struct {
	*blocks.Follower[envs.Variable]
	writes   map[envs.Variable]bool // under a lock
	contents map[string]*content
	splits   map[blocks.Block]*conflict
	having   map[blocks.Item][]*content
	compared int // how many contents were compared with others
	names    map[envs.FuncID]map[string]bool
	more     bool // something was added since Again was asked
}

// write notes that a variable is written under a lock. What is only written elsewhere is
// written before it is shared, or is in a data race.
func (m *memory) write(v envs.Variable) {
	if m.writes[v] {
		return
	}
	if m.writes == nil {
		m.writes = map[envs.Variable]bool{}
	}
	m.writes[v], m.more = true, true
	for _, i := range m.Items(v) {
		for _, x := range m.having[i] {
			for _, p := range x.places {
				p.judged, p.verdict = 0, verdict{}
			}
			for _, g := range x.groups {
				g.news++
			}
		}
	}
}

// written are those variables that are written under a lock.
func (m *memory) written(vs view.View[envs.Variable]) view.View[envs.Variable] {
	var r []envs.Variable
	for v := range vs.All() {
		if m.writes[v] {
			r = append(r, v)
		}
	}
	return view.Of(r...)
}

// Drop forgets a variable that is no more. What is known by its number from now on is
// another one.
func (m *memory) Drop(v envs.Variable) {
	delete(m.writes, v)
	for _, i := range m.Items(v) {
		for _, x := range slices.Clone(m.having[i]) {
			m.remove(x)
		}
	}
	m.Remove(v)
}

// Again reports whether something was added.
func (m *memory) Again() bool {
	more := m.more
	m.more = false
	return more
}

// Forget drops what is known of a run.
func (m *memory) Forget() {
	m.Follower.Forget()
	*m = memory{Follower: m.Follower}
}
