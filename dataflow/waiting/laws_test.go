package waiting

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func TestStateLaws(t *testing.T) {
	f := follow(false, nil, asks{Locks: aRun{}})
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) *State {
		var s *State
		for range rapid.IntRange(0, 4).Draw(t, "operations") {
			at := envs.Point{}
			if pc := rapid.IntRange(-1, 1).Draw(t, "at"); pc >= 0 {
				at = envs.At(0, int32(pc))
			}
			x := thing(envs.Lock(rapid.IntRange(1, 2).Draw(t, "what")), role(rapid.IntRange(0, 2).Draw(t, "role")))
			switch rapid.IntRange(0, 4).Draw(t, "operation") {
			case 0:
				h := held{{Lock: x.Lock(), Read: rapid.Bool().Draw(t, "read"), At: at}}
				s, _ = s.Merge(&State{around: h})
			case 1:
				s = s.waited(&f, made{Edge: f.Waits.Edge(&f, x, x, Label{Wait: Wait{For: x, At: at}}), in: 1})
			case 2:
				s = s.wakes(&f, waking{what: x, at: at})
			case 3:
				s = s.sends(&f, x)
			case 4:
				before, _ := union(s.of().before, []Thing{x})
				s = s.own(&f)
				s.before = before
			}
		}
		return s
	}))
}

// Equal reports whether two states have the same, in whatever order.
func (s *State) Equal(o *State) bool { return s.covers(o) && o.covers(s) }

func (s *State) covers(o *State) bool {
	a, b := s.of(), o.of()
	for _, m := range b.made {
		if !slices.Contains(a.made, m) {
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

// What a frame does later is not done in a copy of its state that was made before, and the
// other way round.
func TestCopies(t *testing.T) {
	f := follow(false, nil, asks{})
	edges := make([]Edge, 5)
	wait := func(n int) made {
		edges[n].From = Thing(n)
		return made{Edge: &edges[n], in: n}
	}
	s := (*State)(nil).waited(&f, wait(1)).waited(&f, wait(2))
	c := s.Clone()
	s = s.waited(&f, wait(3)).waited(&f, wait(1)).wakes(&f, waking{what: 1})
	c = c.waited(&f, wait(4)).wakes(&f, waking{what: 2})
	for _, x := range []struct {
		s    *State
		want []Thing
		woke Thing
	}{{s, []Thing{1, 2, 3}, 1}, {c, []Thing{1, 2, 4}, 2}} {
		var got []Thing
		for _, m := range x.s.made {
			got = append(got, m.From)
		}
		if !slices.Equal(got, x.want) || x.s.woken[0].what != x.woke {
			t.Errorf("a copy has %v, want %v", got, x.want)
		}
	}
}

// Of waits and wakings beyond the limit the oldest are forgotten in a run, and those that are
// equal but for their segment.
func TestLatestAreKept(t *testing.T) {
	f := follow(false, nil, asks{})
	var s *State
	edges := make([]Edge, maxMade+3)
	for i := range edges {
		s = s.waited(&f, made{Edge: &edges[i], in: 1}).wakes(&f, waking{what: Thing(i)})
	}
	s = s.waited(&f, made{Edge: &edges[7], in: 2})
	if len(s.made) != maxMade || s.made[0].Edge != &edges[3] || s.made[maxMade-1] != (made{Edge: &edges[7], in: 2}) {
		t.Errorf("%d waits are kept, want the last %d", len(s.made), maxMade)
	}
	if len(s.woken) != maxWoken || s.woken[0].what != Thing(len(edges)-maxWoken) {
		t.Errorf("%d wakings are kept, want the last %d", len(s.woken), maxWoken)
	}
	f.passes = 1
	if s = s.waited(&f, made{Edge: &edges[0], in: 1}).waited(&f, made{Edge: &edges[7], in: 3}); len(s.made) != maxMade+2 {
		t.Errorf("over all paths some waits were forgotten")
	}
}

// A state is used again if nobody has it.
func TestReuse(t *testing.T) {
	f := follow(false, nil, asks{})
	var edge Edge
	s := (*State)(nil).waited(&f, made{Edge: &edge, in: 1})
	c := s.Clone()
	f.reuse(s)
	if (*State)(nil).own(&f) == c || len(c.made) != 1 {
		t.Error("a state is used again that somebody has")
	}
	s = (*State)(nil).sends(&f, 1)
	f.reuse(s)
	if o := (*State)(nil).waited(&f, made{Edge: &edge, in: 1}); o != s || len(o.sent) != 0 {
		t.Error("a state that nobody has is not used again, or not empty")
	}
}

// What is no more leaves nothing behind.
func TestPart(t *testing.T) {
	f := follow(false, func(envs.Env, Step) bool { return false }, asks{Locks: aRun{}})
	lock, channel, other := thing(1, lock), thing(1<<26, filled), thing(1<<26+1, filled)
	for _, e := range [][2]Thing{{lock, channel}, {channel, lock}, {channel, other}, {lock, other}} {
		f.add(nil, Wait{For: e[1]}, Hold{Of: e[0]}, 1)
	}
	f.Forget(dataflow.Gone{Lock: 1 << 26})
	if es := f.Edges.From(lock); len(es) != 1 || es[0].To != other {
		t.Errorf("the lock's waits are %v, want that for the other channel", es)
	}
	if len(f.Edges.From(channel)) > 0 || f.Edges.To(channel) || !f.Edges.To(other) {
		t.Error("something is left")
	}
}

// aRun is a run as far as it tells names apart.
type aRun struct{ envs.Locks }

func (aRun) MayBeSame(a, b envs.Lock) bool  { return a == b }
func (aRun) MustBeSame(a, b envs.Lock) bool { return a == b && a != 0 }
