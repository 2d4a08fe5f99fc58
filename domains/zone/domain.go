package zone

import "github.com/seed38182bad/parallax/lattice"

// Domain is the lattice of zones, for whoever wants States as values that nobody
// changes. It has States of any number of variables. Widening a result of
// widening goes on from what that was before it was closed.
type Domain struct{}

// Bottom returns the State that nothing satisfies.
func (Domain) Bottom() *State { return &State{} }

// Top returns a State that says nothing.
func (Domain) Top() *State {
	s := &State{}
	s.SetTop()
	return s
}

// Leq reports whether a implies b.
func (Domain) Leq(a, b *State) bool { return a.Leq(b) }

// Equal reports whether a and b imply each other.
func (Domain) Equal(a, b *State) bool { return a.Equal(b) }

// Join returns the least upper bound.
func (d Domain) Join(a, b *State) *State {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (Domain) Merge(a, b *State) (*State, lattice.Side) {
	switch below, above := a.Leq(b), b.Leq(a); {
	case below && above:
		return a, lattice.Both
	case above:
		return a, lattice.Left
	case below:
		return b, lattice.Right
	}
	r, _ := a.Clone().Merge(b)
	return r, lattice.Neither
}

// Meet returns the greatest lower bound.
func (Domain) Meet(a, b *State) *State {
	switch {
	case a.Leq(b):
		return a
	case b.Leq(a):
		return b
	}
	r := a.Clone()
	r.Meet(b)
	return r
}

// Widen returns the widening of old by next.
func (d Domain) Widen(old, next *State) *State { return d.WidenTo(old, next, nil) }

// WidenTo is Widen with thresholds.
func (Domain) WidenTo(old, next *State, thresholds []int64) *State {
	if next.Leq(old) {
		return old
	}
	r, _ := old.Clone().WidenTo(next, thresholds)
	return r
}

// Narrow returns the narrowing of old by next.
func (Domain) Narrow(old, next *State) *State {
	r, changed := old.Clone().Narrow(next)
	if !changed {
		return old
	}
	return r
}

// Hash returns the same number for Equal States.
func (Domain) Hash(s *State) uint64 { return s.Hash() }
