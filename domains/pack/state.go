package pack

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/lattice"
)

// A State is what is known of the keys of a Domain. It is persistent: no method
// changes it. The zero State is bottom in any Domain.
//
// States of different Domains do not belong together; but what comes of comparing or
// merging them is sound, since each State knows its packs.
type State[K lattice.Integer, R Relation[R]] struct {
	domain  *Domain[K, R]
	reached bool
	cells   lattice.Map[K, *cell[K, R]] // by their smallest keys; none is bottom
	moved   lattice.Map[K, K]           // the smallest key of a key's pack, unless that is its given one
}

// IsBottom reports whether nothing satisfies s.
func (s State[K, R]) IsBottom() bool { return !s.reached }

// IsTop reports whether nothing is known.
func (s State[K, R]) IsTop() bool { return s.reached && s.cells.Len() == 0 }

// Clone returns s itself.
func (s State[K, R]) Clone() State[K, R] { return s }

// bottom is the State of the same Domain that nothing satisfies.
func (s State[K, R]) bottom() State[K, R] { return State[K, R]{domain: s.domain} }

// find returns the cell of k, nil if nothing is known of it.
func (s State[K, R]) find(k K) *cell[K, R] {
	if !s.reached {
		return nil // and the zero State has no domain
	}
	id, moved := s.moved.Get(k)
	if !moved {
		id = s.domain.homeOf(k)
	}
	c, _ := s.cells.Get(id)
	return c
}

// store puts c in the place of all cells with its keys. It gives bottom if c is.
func (s State[K, R]) store(c *cell[K, R]) State[K, R] {
	if c.rel.IsBottom() {
		return s.bottom()
	}
	for _, k := range c.keys {
		if old := s.find(k); old != nil && !slices.Equal(old.keys, c.keys) {
			s = s.remove(old)
		}
	}
	if c.rel.IsTop() {
		if old := s.find(c.keys[0]); old != nil {
			s = s.remove(old)
		}
		return s
	}
	id := c.keys[0]
	for _, k := range c.keys {
		if s.domain.homeOf(k) != id {
			if at, moved := s.moved.Get(k); !moved || at != id {
				s.moved = s.moved.Set(k, id)
			}
		}
	}
	s.cells = s.cells.Set(id, c)
	return s
}

// remove forgets the keys of c, which s has; they go back to where they are given
// to be.
func (s State[K, R]) remove(c *cell[K, R]) State[K, R] {
	s.cells = s.cells.Delete(c.keys[0])
	for _, k := range c.keys {
		s.moved = s.moved.Delete(k)
	}
	return s
}

// top returns a cell of the given keys of which nothing is known.
func (s State[K, R]) top(keys []K) *cell[K, R] {
	rel, _ := s.domain.relation(len(keys)) // New has tried it
	return &cell[K, R]{keys, rel}
}

// project returns what s says of keys, which ascend.
func (s State[K, R]) project(keys []K) *cell[K, R] {
	whole := s.find(keys[0])
	if whole != nil && slices.Equal(whole.keys, keys) {
		return whole
	}
	var r *cell[K, R]
	for i, k := range keys {
		c := s.find(k)
		if c == nil || i > 0 && slices.ContainsFunc(keys[:i], c.has) {
			continue
		}
		xs := make([]int, len(keys))
		for j, k := range keys {
			xs[j] = -1
			if c.has(k) {
				xs[j] = c.index(k)
			}
		}
		if part, err := c.rel.Select(xs...); err != nil {
			continue
		} else if r == nil {
			r = &cell[K, R]{keys, part}
		} else {
			r.rel.Meet(part)
		}
	}
	if r == nil {
		return s.top(keys)
	}
	return r
}

// Pack returns the keys that s may relate k to, ascending, k among them. The slice
// must not be changed.
func (s State[K, R]) Pack(k K) []K {
	if c := s.find(k); c != nil {
		return c.keys
	}
	if s.domain == nil {
		return []K{k}
	}
	return s.domain.around(k)
}

// groups returns the packs of keys, united as far as they may grow: each key's pack
// with the first of the packs before that has room.
func (s State[K, R]) groups(keys []K) [][]K {
	var buf [4][]K
	groups := buf[:0]
	for _, k := range keys {
		in := func(g []K) bool {
			_, found := slices.BinarySearch(g, k)
			return found
		}
		if slices.ContainsFunc(groups, in) {
			continue
		}
		more := s.Pack(k)
		roomy := slices.IndexFunc(groups, func(g []K) bool { return len(g)+len(more) <= s.domain.grow })
		if roomy < 0 {
			groups = append(groups, more)
			continue
		}
		g := slices.Concat(groups[roomy], more)
		slices.Sort(g)
		groups[roomy] = g
	}
	return groups
}

// Facts returns what s says, first of single keys and then of pairs, in the order of
// the keys. Different States have different facts, but for bottom, which has none like
// top.
func (s State[K, R]) Facts() []linear.Fact[K] { return s.FactsOf(func(K) bool { return true }) }

// FactsOf returns the Facts all of whose keys are wanted.
func (s State[K, R]) FactsOf(wanted func(K) bool) []linear.Fact[K] {
	var facts []linear.Fact[K]
	for _, c := range s.cells.All() {
		if !slices.ContainsFunc(c.keys, wanted) {
			continue
		}
		for _, f := range c.rel.Facts() {
			if slices.ContainsFunc(f.Of.Terms(), func(t linear.Term[int]) bool { return !wanted(c.keys[t.Var]) }) {
				continue
			}
			of := linear.Rename(f.Of, func(x int) K { return c.keys[x] })
			facts = append(facts, linear.Fact[K]{Of: of, In: f.In})
		}
	}
	slices.SortStableFunc(facts, func(a, b linear.Fact[K]) int {
		return cmp.Or(cmp.Compare(len(a.Of.Terms()), len(b.Of.Terms())),
			slices.CompareFunc(a.Of.Terms(), b.Of.Terms(), func(s, t linear.Term[K]) int {
				return cmp.Compare(s.Var, t.Var)
			}))
	})
	return facts
}

// String is such as 0 <= x1 <= 10, x1 - x2 <= 3 for keys 1 and 2; Format takes names.
func (s State[K, R]) String() string {
	return s.Format(func(k K) string { return fmt.Sprintf("x%v", k) })
}

// Format is String with names for the keys.
func (s State[K, R]) Format(name func(K) string) string {
	if !s.reached {
		return "⊥"
	}
	return linear.Conjunction(s.Facts(), name)
}

// MarshalJSON gives the list of facts, null for bottom.
func (s State[K, R]) MarshalJSON() ([]byte, error) {
	if !s.reached {
		return []byte("null"), nil
	}
	return json.Marshal(append([]linear.Fact[K]{}, s.Facts()...))
}
