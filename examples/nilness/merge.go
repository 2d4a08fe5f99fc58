package nilness

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/envs"
)

// Clone returns an independent state.
func (s *State) Clone() *State {
	return &State{vals: s.vals.Clone(), clauses: slices.Clone(s.clauses), params: s.params, dead: s.dead}
}

// CloneInto is Clone into the memory of spare.
func (s *State) CloneInto(spare *State) *State {
	s.vals.CloneInto(&spare.vals)
	spare.clauses = append(spare.clauses[:0], s.clauses...)
	spare.params, spare.dead = s.params, s.dead
	return spare
}

// Merge returns a state that covers both, and whether the receiver grew. What the two know apart becomes clauses.
// Where one has a nil error and a result, and the other an error and no result, there is an error or a result.
func (s *State) Merge(o *State) (*State, bool) {
	switch {
	case o.dead || s.Equal(o):
		return s, false
	case s.dead:
		return o.CloneInto(s), true
	}
	params, fewer := common(s.params, o.params)
	s.params = params
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
	kept = append(kept, s.discover(o)...)
	slices.SortFunc(kept, clause.compare)
	old := s.clauses
	s.clauses = nil
	grew := s.vals.Merge(&o.vals)
	for _, c := range slices.Compact(kept) {
		s.add(c)
	}
	return s, fewer || grew || !slices.Equal(s.clauses, old)
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

// A merger notes what only one of two states knows.
type merger struct {
	ours   []literal  // true in the first and not in the second
	theirs []literal  // true in the second and not in the first
	split  []variable // nil in one, and in the other nothing says that it may be
}

// compare looks at a variable of which the two states know something else.
func (m *merger) compare(v variable, x, y value) {
	m.note(&m.ours, v, x, y)
	m.note(&m.theirs, v, y, x)
	if x.is != y.is && (x.is == nullness.Nil && clean.of(y) || y.is == nullness.Nil && clean.of(x)) {
		m.split = append(m.split, v)
	}
}

// note adds the strongest literal about v that is true of x and not of y.
func (m *merger) note(to *[]literal, v variable, x, y value) {
	for _, k := range []truth{nonNil, isNil, clean} {
		if k.of(x) && !k.of(y) {
			*to = append(*to, v.literal(k))
			return
		}
	}
}

// discover returns clauses between what one state knows and what the other does, of
// which one literal is about a variable that tells the two states apart.
func (s *State) discover(o *State) (clauses []clause) {
	var m merger
	s.vals.Both(&o.vals, func(v variable, x, y value) bool {
		if x != y {
			m.compare(v, x, y)
		}
		return true
	})
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
	return s.vals.Leq(&o.vals) && !slices.ContainsFunc(o.clauses, func(c clause) bool { return !s.entails(c) })
}

// Equal reports whether both say the same.
func (s *State) Equal(o *State) bool {
	if s.dead || o.dead {
		return s.dead == o.dead
	}
	return s.vals.Equal(&o.vals) && slices.Equal(s.clauses, o.clauses) && slices.Equal(s.params, o.params)
}
