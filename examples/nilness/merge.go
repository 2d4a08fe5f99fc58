package nilness

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// Clone returns an independent state.
func (s *State) Clone() *State {
	return &State{vals: slices.Clone(s.vals), clauses: slices.Clone(s.clauses), params: s.params, dead: s.dead}
}

// CloneInto is Clone into the memory of spare.
func (s *State) CloneInto(spare *State) *State {
	spare.vals = append(spare.vals[:0], s.vals...)
	spare.clauses = append(spare.clauses[:0], s.clauses...)
	spare.params, spare.dead = s.params, s.dead
	return spare
}

// Merge returns a state that covers both, and whether the receiver grew. What the
// two know apart becomes clauses: where one has a nil error and a result, and the
// other an error and no result, there is an error or a result.
func (s *State) Merge(o *State) (*State, bool) {
	switch {
	case o.dead || s.Equal(o):
		return s, false
	case s.dead:
		return o.CloneInto(s), true
	}
	params, fewer := common(s.params, o.params)
	s.params = params
	m := merger{s: s, o: o}
	m.values()
	merged := &State{vals: m.vals}
	var kept []clause
	for _, c := range s.clauses {
		if o.entails(c) {
			kept = append(kept, c)
		}
	}
	for _, c := range o.clauses {
		if s.entails(c) {
			kept = append(kept, c)
		}
	}
	kept = m.discover(kept)
	slices.SortFunc(kept, clause.compare)
	for _, c := range slices.Compact(kept) {
		merged.add(c)
	}
	if !m.changed && slices.Equal(s.clauses, merged.clauses) {
		return s, fewer
	}
	s.vals, s.clauses = merged.vals, merged.clauses
	return s, true
}

// common are the parameters that are in their registers in both states; and whether
// that is less than the first.
func common(a, b []envs.Reg) ([]envs.Reg, bool) {
	if slices.Equal(a, b) {
		return a, false
	}
	r := slices.Clone(a)
	for i := range r {
		if i >= len(b) || b[i] != r[i] {
			r[i] = 0
		}
	}
	return r, !slices.Equal(a, r)
}

func (s *State) entails(c clause) bool {
	if s.holds(c.a) || s.holds(c.b) {
		return true
	}
	_, ok := slices.BinarySearchFunc(s.clauses, c, clause.compare)
	return ok
}

// merger joins values, and notes what only one of the states knows.
type merger struct {
	s, o    *State
	vals    []entry
	changed bool      // vals are not those of s
	ours    []literal // true in s and not in o
	theirs  []literal
	split   []variable // nil in one, and in the other nothing says that it may be
}

func (m *merger) values() {
	i, j := 0, 0
	for i < len(m.s.vals) || j < len(m.o.vals) {
		a, b := entry{value: unknown}, entry{value: unknown}
		switch {
		case j == len(m.o.vals) || i < len(m.s.vals) && m.s.vals[i].v < m.o.vals[j].v:
			a = m.s.vals[i]
			b.v = a.v
			i++
		case i == len(m.s.vals) || m.o.vals[j].v < m.s.vals[i].v:
			b = m.o.vals[j]
			a.v = b.v
			j++
		default:
			a, b = m.s.vals[i], m.o.vals[j]
			i, j = i+1, j+1
		}
		r := a.value.join(b.value)
		if r != a.value {
			m.changed = true
		}
		if r != unknown {
			m.vals = append(m.vals, entry{a.v, r})
		}
		if a.value != b.value {
			m.note(&m.ours, a, b.value)
			m.note(&m.theirs, b, a.value)
			if a.is == nullness.Nil && clean.of(b.value) && b.is != a.is || b.is == nullness.Nil && clean.of(a.value) && b.is != a.is {
				m.split = append(m.split, a.v)
			}
		}
	}
}

// note adds the strongest literal that is true of e and not of other.
func (m *merger) note(to *[]literal, e entry, other value) {
	for _, k := range []truth{nonNil, isNil, clean} {
		if k.of(e.value) && !k.of(other) {
			*to = append(*to, e.v.literal(k))
			return
		}
	}
}

// discover adds clauses between what one state knows and what the other does, of
// which one literal is about a variable that tells the two states apart.
func (m *merger) discover(clauses []clause) []clause {
	for _, a := range m.ours {
		_, apart := slices.BinarySearch(m.split, a.variable())
		for _, b := range m.theirs {
			if a.variable() == b.variable() {
				continue
			}
			if _, ok := slices.BinarySearch(m.split, b.variable()); apart || ok {
				clauses = append(clauses, either(a, b))
			}
		}
	}
	return clauses
}

// Leq reports whether o covers s.
func (s *State) Leq(o *State) bool {
	if s.dead || o.dead {
		return s.dead
	}
	for i, p := range o.params {
		if p != 0 && (i >= len(s.params) || s.params[i] != p) {
			return false
		}
	}
	for _, e := range o.vals {
		if a := s.get(e.v); a.join(e.value) != e.value {
			return false
		}
	}
	for _, e := range s.vals {
		if b := o.get(e.v); e.value.join(b) != b {
			return false
		}
	}
	return !slices.ContainsFunc(o.clauses, func(c clause) bool { return !s.entails(c) })
}

// Equal reports whether both say the same.
func (s *State) Equal(o *State) bool {
	if s.dead || o.dead {
		return s.dead == o.dead
	}
	return slices.Equal(s.vals, o.vals) && slices.Equal(s.clauses, o.clauses) && slices.Equal(s.params, o.params)
}
