package lockorder

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func point(t *rapid.T, label string) envs.Point {
	if pc := rapid.IntRange(-1, 1).Draw(t, label); pc >= 0 {
		return envs.At(0, int32(pc))
	}
	return envs.Point{}
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) *state {
		var s *state
		for range rapid.IntRange(0, 4).Draw(t, "operations") {
			x := thingOf(envs.Lock(rapid.IntRange(1, 2).Draw(t, "what")), role(rapid.IntRange(0, 2).Draw(t, "role")))
			switch rapid.IntRange(0, 4).Draw(t, "operation") {
			case 0:
				var h holding
				h, _ = h.Merge(holding{{Lock: x.lock(), Read: rapid.Bool().Draw(t, "read"), At: point(t, "at")}})
				s, _ = s.Merge(&state{around: h})
			case 1:
				s = s.waited(&graph{}, nil, &wait{what: x, at: point(t, "at"), segment: envs.SegmentOf(1)})
			case 2:
				s = s.wakes(&graph{}, nil, waking{what: x, at: point(t, "at")})
			case 3:
				s = s.sends(x)
			case 4:
				r := *s.of()
				r.before, _ = union(r.before, []thing{x})
				s = &r
			}
		}
		return s
	}))
}

func TestFactLaws(t *testing.T) {
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) *waits {
		ws := &waits{}
		for range rapid.IntRange(0, 3).Draw(t, "waits") {
			at := point(t, "at") // of which a program has one segment; in a run the order counts
			lock := func(label string) envs.Lock { return envs.Lock(rapid.IntRange(1, 2).Draw(t, label)) }
			ws.Merge(&waits{{
				holds: hold{thingOf(lock("held"), aLock), rapid.Bool().Draw(t, "held shared")}, what: thingOf(lock("lock"), aLock), read: rapid.Bool().Draw(t, "shared"),
				at: at, taken: point(t, "taken"), segment: envs.SegmentOf(at),
			}})
		}
		return ws
	}))
}

// Of occurrences beyond the limit the oldest are forgotten.
func TestLatestOccurrencesAreKept(t *testing.T) {
	ws := &waits{}
	for i := range maxOccurrences + 3 {
		w := wait{what: 4, segment: envs.SegmentOf(i)}
		if _, grew := ws.Merge(&waits{w}); grew != (i < maxOccurrences) || !ws.has(&w) {
			t.Errorf("occurrence %d is not kept", i)
		}
	}
	if len(*ws) != maxOccurrences || ws.has(&wait{what: 4, segment: envs.SegmentOf(2)}) || !ws.has(&wait{what: 4, segment: envs.SegmentOf(3)}) {
		t.Errorf("of %d occurrences %d are kept, want the last %d", maxOccurrences+3, len(*ws), maxOccurrences)
	}
}

// Equal reports whether two states have the same, in whatever order.
func (s *state) Equal(o *state) bool { return s.covers(o) && o.covers(s) }

func (s *state) covers(o *state) bool {
	a, b := s.of(), o.of()
	for _, w := range b.made {
		if !a.made.has(w) {
			return false
		}
	}
	for _, w := range b.woken {
		if !slices.Contains(a.woken, w) {
			return false
		}
	}
	return slices.Equal(a.around, b.around) && slices.Equal(a.sent, b.sent) && slices.Equal(a.before, b.before)
}

// What is no more leaves nothing behind in the graph.
func TestPart(t *testing.T) {
	g := &graph{}
	env := aRun{}
	lock, channel, other := thingOf(1, aLock), thingOf(1<<26, filled), thingOf(1<<26+1, filled)
	for _, w := range []wait{
		{holds: hold{what: lock}, what: channel}, {holds: hold{what: channel}, what: lock},
		{holds: hold{what: channel}, what: other}, {holds: hold{what: lock}, what: other},
	} {
		g.add(env, &w)
	}
	g.Part(1 << 26)
	if ws, _ := g.held.Of(lock); len(*ws) != 1 || (*ws)[0].what != other {
		t.Errorf("the lock's waits are %v, want that for the other channel", *ws)
	}
	if _, ok := g.held.Of(channel); ok || len(g.next[channel]) > 0 || len(g.into[channel]) > 0 || !slices.Equal(g.into[other], []thing{lock}) {
		t.Errorf("something is left: %v %v", g.next, g.into)
	}
}

// aRun is a run as far as it tells names apart.
type aRun struct{ envs.Env }

func (aRun) MayBeSame(a, b envs.Lock) bool  { return a == b }
func (aRun) MustBeSame(a, b envs.Lock) bool { return a == b && a != 0 }
