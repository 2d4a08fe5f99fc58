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
	before []thing // those to which all its callers have
}

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

// Merge adds what o has, and drops of what callers have sent what those of o have not.
func (s *state) Merge(other *state) (*state, bool) {
	if s == other {
		return s, false
	}
	r, o := *s.of(), other.of()
	var grew [5]bool
	r.around, grew[0] = r.around.Merge(o.around)
	r.made, grew[1] = r.made.merge(o.made)
	r.woken, grew[2] = mergeWoken(r.woken, o.woken)
	r.sent, grew[3] = union(r.sent, o.sent)
	r.before, grew[4] = common(r.before, o.before)
	if grew == [5]bool{} {
		return s, false
	}
	return &r, true
}

// entered is the state of a callee around which locks are held.
func (s *state) entered(around holding) *state {
	before, _ := union(s.of().before, s.of().sent)
	if len(around) == 0 && len(before) == 0 {
		return nil
	}
	return &state{around: around, before: before}
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

// mayFill reports whether the frame or a caller may have sent to a channel.
func (s *state) mayFill(x thing) bool {
	return slices.Contains(s.of().sent, x) || slices.Contains(s.of().before, x)
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
