package partition

import "slices"

// Clone returns a copy.
func (s *State[S]) Clone() *State[S] {
	r := &State[S]{s.of, slices.Clone(s.parts)}
	for i := range r.parts {
		r.parts[i].state = r.parts[i].state.Clone()
	}
	return r
}

// Leq reports whether each part of s lies below the one of other that covers it.
func (s *State[S]) Leq(other *State[S]) bool {
	for _, p := range s.parts {
		if q := other.find(p.token); q == nil || !s.of.base.Leq(p.state, q.state) {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same tokens with equal states.
func (s *State[S]) Equal(other *State[S]) bool {
	return slices.EqualFunc(s.parts, other.parts, func(p, q part[S]) bool {
		return p.token.compare(q.token) == 0 && s.of.base.Equal(p.state, q.state)
	})
}

// Merge unites the parts and merges those that are covered.
func (s *State[S]) Merge(other *State[S]) (*State[S], bool) {
	return s.combine(other, func(old, next S) (S, bool) { return old.Merge(next) })
}

// Widen widens the parts that cover something of next, and adds the others of
// next.
func (s *State[S]) Widen(next *State[S], thresholds ...int64) (*State[S], bool) {
	return s.combine(next, func(old, next S) (S, bool) { return s.of.base.Widen(old, next, thresholds...) })
}

// combine joins other's parts to the parts of s that cover them by op, all those of
// one part at once, and adds the rest.
func (s *State[S]) combine(other *State[S], op func(old, next S) (S, bool)) (*State[S], bool) {
	if other.Leq(s) {
		return s, false
	}
	for i, next := range s.gather(other) {
		if next != nil && !s.of.base.Leq(*next, s.parts[i].state) {
			s.parts[i].state, _ = op(s.parts[i].state, *next)
		}
	}
	parts := s.parts
	for _, p := range other.parts {
		if s.find(p.token) == nil {
			parts = append(parts, part[S]{p.token, p.state.Clone()})
		}
	}
	if len(parts) > len(s.parts) {
		s.rebuild(parts)
	}
	return s, true
}

// gather returns for each part of s the merge of what it covers in other, nil for
// nothing.
func (s *State[S]) gather(other *State[S]) []*S {
	arrived := make([]*S, len(s.parts))
	for j := range other.parts {
		p := &other.parts[j]
		i := slices.IndexFunc(s.parts, func(q part[S]) bool { return q.token.covers(p.token) })
		switch {
		case i < 0:
		case arrived[i] == nil:
			arrived[i] = &p.state
		default:
			both, _ := (*arrived[i]).Clone().Merge(p.state)
			arrived[i] = &both
		}
	}
	return arrived
}

// Narrow narrows each part towards what it covers in next, and drops those that
// cover nothing there. It keeps a part that does not lie above.
func (s *State[S]) Narrow(next *State[S]) (*State[S], bool) {
	changed := false
	arrived := s.gather(next)
	kept := s.parts[:0]
	for i, p := range s.parts {
		if arrived[i] == nil {
			changed = true
			continue
		}
		if s.of.base.Leq(*arrived[i], p.state) {
			var narrower bool
			p.state, narrower = s.of.base.Narrow(p.state, *arrived[i])
			changed = changed || narrower
		}
		kept = append(kept, p)
	}
	clear(s.parts[len(kept):])
	s.parts = kept
	return s, changed
}
