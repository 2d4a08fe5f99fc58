package dbm_test

import "github.com/seed38182bad/parallax/lattice"

// values is the lattice of states as values that nobody changes.
type values[S State[S]] struct{ new func(n int) (S, error) }

func (d values[S]) Top() S {
	s, err := d.new(0)
	if err != nil {
		panic(err)
	}
	return s
}

func (d values[S]) Bottom() S {
	s := d.Top()
	s.SetBottom()
	return s
}

func (values[S]) Leq(a, b S) bool { return a.Leq(b) }

func (values[S]) Equal(a, b S) bool { return a.Equal(b) }

func (d values[S]) Join(a, b S) S {
	r, _ := d.Merge(a, b)
	return r
}

func (d values[S]) Merge(a, b S) (S, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	r, _ := a.Clone().Merge(b)
	return r, lattice.Neither
}

func (values[S]) Meet(a, b S) S {
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

func (values[S]) Widen(old, next S, thresholds ...int64) S {
	if next.Leq(old) {
		return old
	}
	r, _ := old.Clone().Widen(next, thresholds...)
	return r
}

func (values[S]) Narrow(old, next S) S {
	r, changed := old.Clone().Narrow(next)
	if !changed {
		return old
	}
	return r
}
