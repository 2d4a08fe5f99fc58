package fixpoint

import "github.com/seed38182bad/parallax/lattice"

// methods are what states can do beside merging, looked for once.
type methods[S lattice.Mergeable[S]] struct {
	cloneInto func(s, spare S) S
	widen     func(s, next S) (S, bool)
	narrow    func(s, next S) (S, bool)
}

func methodsOf[S lattice.Mergeable[S]](thresholds []int64) (m methods[S]) {
	if as := lattice.View[S, lattice.Recycler[S]](); as != nil {
		m.cloneInto = func(s, spare S) S { return as(s).CloneInto(spare) }
	}
	if as := lattice.View[S, lattice.Widener[S]](); as != nil {
		m.widen = func(s, next S) (S, bool) { return as(s).Widen(next, thresholds...) }
	}
	if as := lattice.View[S, lattice.Narrower[S]](); as != nil {
		m.narrow = func(s, next S) (S, bool) { return as(s).Narrow(next) }
	}
	return m
}
