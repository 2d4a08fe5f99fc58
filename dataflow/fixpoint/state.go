package fixpoint

import "github.com/seed38182bad/parallax/lattice"

// methods are what states can do beside merging, looked for once.
type methods[S lattice.Mergeable[S]] struct {
	cloneInto func(s, spare S) S
	widen     func(s, next S) (S, bool)
	narrow    func(s, next S) (S, bool)
}

func methodsOf[S lattice.Mergeable[S]](thresholds []int64) (m methods[S]) {
	if as := View[S, lattice.Recycler[S]](); as != nil {
		m.cloneInto = func(s, spare S) S { return as(s).CloneInto(spare) }
	}
	if as := View[S, lattice.Widener[S]](); as != nil {
		m.widen = func(s, next S) (S, bool) { return as(s).Widen(next, thresholds...) }
	}
	if as := View[S, lattice.Narrower[S]](); as != nil {
		m.narrow = func(s, next S) (S, bool) { return as(s).Narrow(next) }
	}
	return m
}

// An Equaler is a state that can say that it is the same as another one.
type Equaler[S any] interface{ Equal(S) bool }

// View gives a conversion of states to I, or nil if states are no I. States that are no pointers go through one
// variable, because an interface made of them would be allocated each time. A result is valid until the next
// conversion, so its methods must not lead to another use of the conversion.
func View[S, I any]() func(S) I {
	cell := new(S)
	if _, ok := any(*cell).(I); !ok {
		return nil
	}
	if view, ok := any(cell).(I); ok {
		return func(s S) I {
			*cell = s
			return view
		}
	}
	return func(s S) I { return any(s).(I) }
}
