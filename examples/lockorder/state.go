package lockorder

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// state is the state of a frame: what may be held around it, and what the frame and those
// that it called have waited for and whom they woke. It is never changed.
type state struct {
	around holding
	made   made
	woken  []waking
}

// made are waits that a thread has made, in the order in which they came.
type made []*wait

// A waking is a place at which those are woken who wait for something.
type waking struct {
	what thing
	at   envs.Point
}

// maxMade and maxWoken are how many waits and wakings are kept of a frame: the last ones.
// When a first look at the whole program has told which of them may be part of a cycle,
// all of those are kept.
const (
	maxMade  = 32
	maxWoken = 16
)

// Clone gives it back.
func (s state) Clone() state { return s }

// Merge adds what o has.
func (s state) Merge(o state) (state, bool) {
	around, a := s.around.Merge(o.around)
	m, b := s.made.merge(o.made)
	w, c := mergeWoken(s.woken, o.woken)
	return state{around, m, w}, a || b || c
}

// called is the state after a callee that ended with exit.
func (s state) called(g *graph, exit state) state {
	for _, w := range exit.made {
		s.made = s.made.with(g, w)
	}
	for _, w := range exit.woken {
		s.woken = withWoken(s.woken, g, w)
	}
	return s
}

// waited adds a wait, if it may be part of a cycle.
func (s state) waited(g *graph, env envs.Env, w *wait) state {
	if g.leads(env, w.what) {
		s.made = s.made.with(g, w)
	}
	return s
}

// wakes adds a waking, if somebody waits for it who holds something.
func (s state) wakes(g *graph, env envs.Env, w waking) state {
	if g.awaits(env, w.what) {
		s.woken = withWoken(s.woken, g, w)
	}
	return s
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
