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
	sent   []thing // the channels to which the frame and those that it called have sent, in order
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

// empty is the state in which nothing is held and nothing has happened.
var empty state

// of is the state, to be read.
func (s *state) of() *state {
	if s == nil {
		return &empty
	}
	return s
}

// Clone gives it back.
func (s *state) Clone() *state { return s }

// Merge adds what o has.
func (s *state) Merge(o *state) (*state, bool) {
	if s == o || o == nil {
		return s, false
	}
	r := *s.of()
	var grew [4]bool
	r.around, grew[0] = r.around.Merge(o.around)
	r.made, grew[1] = r.made.merge(o.made)
	r.woken, grew[2] = mergeWoken(r.woken, o.woken)
	r.sent, grew[3] = union(r.sent, o.sent)
	if grew == [4]bool{} {
		return s, false
	}
	return &r, true
}

// entered is the state of a callee around which locks are held.
func (s *state) entered(around holding) *state {
	if len(around) == 0 {
		return nil
	}
	return &state{around: around}
}

// sends adds a channel to which the frame sends.
func (s *state) sends(x thing) *state {
	sent, grew := union(s.of().sent, []thing{x})
	if !grew {
		return s
	}
	r := *s.of()
	r.sent = sent
	return &r
}

// mayFill reports whether the frame may have sent to a channel itself.
func (s *state) mayFill(x thing) bool {
	return slices.Contains(s.of().sent, x)
}

// union has the things of both, in order; it is a if it has those of b.
func union(a, b []thing) (_ []thing, grew bool) {
	if !slices.ContainsFunc(b, func(x thing) bool { return !slices.Contains(a, x) }) {
		return a, false
	}
	u := slices.Concat(a, b)
	slices.Sort(u)
	return slices.Compact(u), true
}

// called is the state after a callee that ended with exit.
func (s *state) called(g *graph, exit *state) *state {
	if e := exit.of(); len(e.made)+len(e.woken)+len(e.sent) == 0 {
		return s
	}
	r := *s.of()
	for _, w := range exit.made {
		r.made = r.made.with(g, w)
	}
	for _, w := range exit.woken {
		r.woken = withWoken(r.woken, g, w)
	}
	r.sent, _ = union(r.sent, exit.sent)
	return &r
}

// waited adds a wait, if it may be part of a cycle.
func (s *state) waited(g *graph, env envs.Env, w *wait) *state {
	if !g.leads(env, w.what) || s.of().made.has(w) {
		return s
	}
	r := *s.of()
	r.made = r.made.with(g, w)
	return &r
}

// wakes adds a waking, if somebody waits for it who holds something.
func (s *state) wakes(g *graph, env envs.Env, w waking) *state {
	if !g.awaits(env, w.what) || slices.Contains(s.of().woken, w) {
		return s
	}
	r := *s.of()
	r.woken = withWoken(r.woken, g, w)
	return &r
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
