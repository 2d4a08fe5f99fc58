package progress

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// What a frame holds is merged where paths meet that have executed the same Defers.

func (s *state) Clone() *state { return s }

func (s *state) Merge(o *state) (*state, bool) { return s.join(o) }

func (s *state) Equal(o *state) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.covers(o) && o.covers(s)
}

var states = rapid.Custom(func(t *rapid.T) *state {
	if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
		return nil
	}
	s := &state{}
	for range rapid.IntRange(0, 5).Draw(t, "operations") {
		global := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "lock")
		path := &envs.Path{Root: envs.AtGlobal, Global: global}
		h := hold{name: nameOf(path), path: path, of: []who{who(global[0])}}
		switch rapid.IntRange(0, 3).Draw(t, "operation") {
		case 0:
			h.at = envs.At(0, int32(rapid.IntRange(0, 3).Draw(t, "at")))
			s = s.take(h, rapid.Bool().Draw(t, "maybe"))
		case 1:
			s, _ = s.give(h, rapid.Bool().Draw(t, "exact"))
		case 2:
			s = s.doubt(h.of, func(a, b []who) bool { return a[0] == b[0] })
		case 3:
			s = s.settled()
			s = &state{holds: s.holds, tried: envs.Reg(rapid.IntRange(0, 2).Draw(t, "tried"))}
		}
	}
	return s
})

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states) }
