package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// made are waits that a thread has made, in the order in which they came.
type made []*wait

// A waking is a place at which those are woken who wait for something.
type waking struct {
	what  thing
	at    envs.Point
	under envs.LockSet // the locks that are certainly held, by the ways to them from what is waited for
}

// maxMade and maxWoken are how many waits and wakings are kept of a frame: the last ones.
// When a first look at the whole program has told which of them may be part of a cycle,
// all of those are kept.
const (
	maxMade  = 32
	maxWoken = 16
)

// union has the things of both, in order; it is a if it has those of b.
func union(a, b []thing) (_ []thing, grew bool) {
	if !slices.ContainsFunc(b, func(x thing) bool { return !slices.Contains(a, x) }) {
		return a, false
	}
	u := slices.Concat(a, b)
	slices.Sort(u)
	return slices.Compact(u), true
}

// common has the things that both have; it is a if that has no others.
func common(a, b []thing) (_ []thing, fewer bool) {
	other := func(x thing) bool { return !slices.Contains(b, x) }
	if !slices.ContainsFunc(a, other) {
		return a, false
	}
	return slices.DeleteFunc(slices.Clone(a), other), true
}

// with adds a wait. At first, as always in a run, it is in the stead of an earlier one that
// differs in its segment at most.
func (m made) with(g *graph, w *wait) made {
	if m.has(w) {
		return m
	}
	if g.passes > 0 {
		return append(m[:len(m):len(m)], w)
	}
	r := make(made, 0, len(m)+1)
	for _, v := range m {
		if v.compare(w) != 0 {
			r = append(r, v)
		}
	}
	r = append(r, w)
	return r[max(0, len(r)-maxMade):]
}

func withWoken(s []waking, g *graph, w waking) []waking {
	if slices.Contains(s, w) {
		return s
	}
	s = append(s[:len(s):len(s)], w)
	if g.passes == 0 {
		s = s[max(0, len(s)-maxWoken):]
	}
	return s
}

func (m made) has(w *wait) bool {
	return slices.ContainsFunc(m, func(v *wait) bool { return v == w || v.compare(w) == 0 && v.segment.Is(w.segment) })
}

func (m made) merge(o made) (_ made, grew bool) {
	if len(m) == len(o) && len(m) > 0 && &m[0] == &o[0] {
		return m, false
	}
	r := m[:len(m):len(m)]
	for _, w := range o {
		if !r.has(w) {
			r, grew = append(r, w), true
		}
	}
	return r, grew
}

func mergeWoken(s, o []waking) (_ []waking, grew bool) {
	r := s[:len(s):len(s)]
	for _, w := range o {
		if !slices.Contains(r, w) {
			r, grew = append(r, w), true
		}
	}
	return r, grew
}
