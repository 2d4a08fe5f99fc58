package waiting

import "slices"

// A State is the state of a frame: what may be held around it, and what the frame and those
// that it called have waited for and whom they woke.
type State struct {
	around held
	made   []made
	woken  []waking
	sent   []Thing // the channels to which the frame and those that it called have sent, in order
	before []Thing // those to which all its callers have
	shared bool    // several have it, and it is copied before it is changed
}

// empty is the state in which nothing is held and nothing has happened.
var empty State

// of is the state, to be read.
func (s *State) of() *State {
	if s == nil {
		return &empty
	}
	return s
}

// own is the state, to be changed.
func (s *State) own(f *Follower) *State {
	if s != nil && !s.shared {
		return s
	}
	var r *State
	if n := len(f.spare); n > 0 {
		r, f.spare = f.spare[n-1], f.spare[:n-1]
	} else {
		r = &State{}
	}
	if s != nil {
		made := append(r.made, s.made...)
		*r = *s
		r.made, r.woken, r.shared = made, slices.Clip(s.woken), false
	}
	return r
}

// Clone is the same state, which is copied when one of the two is changed.
func (s *State) Clone() *State {
	if s != nil {
		s.shared = true
	}
	return s
}

// Merge adds what o has, and drops of what callers have sent what those of o have not.
func (s *State) Merge(other *State) (*State, bool) {
	if s == other {
		return s, false
	}
	a, b := s.of(), other.of()
	around, grew0 := a.around.merge(b.around)
	mades, grew1 := joined(a.made, b.made)
	woken, grew2 := joined(a.woken, b.woken)
	sent, grew3 := union(a.sent, b.sent)
	before, grew4 := common(a.before, b.before)
	if !grew0 && !grew1 && !grew2 && !grew3 && !grew4 {
		return s, false
	}
	return &State{around: around, made: mades, woken: woken, sent: sent, before: before}, true
}

// joined has what both have, in the order in which it came. That is mostly the same order in both,
// so each thing is looked for behind the one before.
func joined[T comparable](a, b []T) (_ []T, grew bool) {
	r := a[:len(a):len(a)]
	if len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) {
		return a, false
	}
	next := 0
	for _, x := range b {
		if i := slices.Index(r[next:], x); i >= 0 {
			next += i + 1
		} else if i := slices.Index(r[:next], x); i >= 0 {
			next = i + 1
		} else {
			r, grew = append(r, x), true
		}
	}
	return r, grew
}

// union has the things of both, in order; it is a if it has those of b.
func union(a, b []Thing) (_ []Thing, grew bool) {
	if !slices.ContainsFunc(b, func(x Thing) bool { return !slices.Contains(a, x) }) {
		return a, false
	}
	u := slices.Concat(a, b)
	slices.Sort(u)
	return slices.Compact(u), true
}

// common has the things that both have; it is a if that has no others.
func common(a, b []Thing) (_ []Thing, fewer bool) {
	other := func(x Thing) bool { return !slices.Contains(b, x) }
	if !slices.ContainsFunc(a, other) {
		return a, false
	}
	return slices.DeleteFunc(slices.Clone(a), other), true
}
