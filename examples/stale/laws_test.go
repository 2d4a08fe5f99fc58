package stale

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states draws states over a few registers, blocks, places and locks, so that
// they often meet in a register and differ in one component of its origin.
func states() *rapid.Generator[*State] {
	locks := []*envs.Path{nil, {Root: envs.AtParam, Reg: 1, Text: "p"}, {Root: envs.AtGlobal, Global: "g", Text: "g"}}
	locs := []*envs.Loc{nil, {Name: "T.f"}, {Name: "T.g"}}
	return rapid.Custom(func(t *rapid.T) *State {
		origin := func() *Origin {
			point := func(label string) envs.Point {
				if pc := rapid.IntRange(-1, 2).Draw(t, label); pc >= 0 {
					return envs.At(1, int32(pc))
				}
				return envs.Point{}
			}
			o := &Origin{Read: envs.At(0, int32(rapid.IntRange(0, 2).Draw(t, "read"))), Acquired: point("acquired"), Released: point("released")}
			switch b := rapid.IntRange(-1, 2).Draw(t, "block"); b {
			case -1:
				o.Block = envs.Loose()
			case 0:
				o.Block = envs.Inherited()
			default:
				o.Block = envs.OpenedBlock(int64(b))
			}
			o.Lock = rapid.SampledFrom(locks).Draw(t, "lock")
			o.Loc, o.Sent = rapid.SampledFrom(locs).Draw(t, "class"), point("sent")
			if rapid.Bool().Draw(t, "compared") {
				o.Now = envs.OpenedBlock(1)
			}
			return o
		}
		s := &State{}
		for pc := range int32(2) {
			if rapid.Bool().Draw(t, fmt.Sprint("branch ", pc)) {
				s.checks = append(s.checks, check{pc, rapid.SampledFrom(locs).Draw(t, "checked"), envs.OpenedBlock(int64(rapid.IntRange(1, 2).Draw(t, "in")))})
			}
		}
		for r := envs.Reg(1); r <= 3; r++ {
			if rapid.Bool().Draw(t, fmt.Sprint("register ", r)) {
				s.vals = append(s.vals, value{r, origin()})
			}
		}
		return s
	})
}

// flows draws states of the relaxed mode.
func flows() *rapid.Generator[*State] {
	locs := []*envs.Loc{{Name: "T.f"}, {Name: "T.g"}}
	return rapid.Custom(func(t *rapid.T) *State {
		some := func(n int, label string) int { return rapid.IntRange(0, n-1).Draw(t, label) }
		drawn := func() (rs readings) {
			for range some(3, "readings") {
				r := &reading{
					from: source(some(2, "from")), at: int32(some(2, "at")), point: envs.At(0, int32(some(2, "point"))), loc: locs[some(2, "class")],
					gone: int32(some(3, "gone") - 1), chosen: some(2, "chosen") == 0, added: some(2, "added") == 0, claim: some(2, "claim") == 0, won: some(2, "won") == 0,
					tried: some(2, "tried") == 0, some: some(2, "on some paths") == 0, within: some(2, "within") == 0,
				}
				for i := range some(3, "locks") {
					r.locks = append(r.locks, lock{is: envs.Lock(i + 1), at: envs.At(0, 0), gone: some(2, "lock gone") == 0, far: some(4, "far") == 0})
				}
				if some(2, "base") == 0 {
					r.base = &envs.Path{Root: envs.AtParam, Reg: 1, Text: "p"}
				}
				if r.gone >= 0 {
					r.end = envs.At(0, int32(some(2, "end")))
				}
				rs = rs.join(readings{r})
			}
			return rs
		}
		s := (&State{}).flowing()
		for i := range int32(2) {
			s.flow.vals = put(s.flow.vals, i+1, drawn())
			s.flow.decided = put(s.flow.decided, i, drawn())
		}
		for range some(3, "writes") {
			s.flow.writes = joinWrites(s.flow.writes, []write{{
				point: envs.At(0, int32(some(2, "at"))), loc: locs[0], value: uint32(some(3, "value")), checked: some(2, "checked") == 0, found: some(2, "found") == 0,
			}})
		}
		return s
	})
}

func TestFlowLaws(t *testing.T) { latticetest.CheckState(t, flows()) }

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states()) }

// More than are kept are none, whichever come first, and nothing is added to them.
func TestManyReadings(t *testing.T) {
	var up, down readings
	for i := range int32(maxReadings + 1) {
		up = up.join(readings{{at: i, gone: -1}})
		down = down.join(readings{{at: maxReadings - i, gone: -1}})
	}
	require.Equal(t, readings{many}, up)
	require.Equal(t, up, down)
	more := up.join(readings{{at: 99, gone: -1}})
	require.Same(t, &up[0], &more[0], "a list that has not grown must not look as if it had: there would be no fixpoint")
	given := up.join(readings{{from: fromCaller, param: 1, gone: -1}})
	require.Len(t, given, 2, "parameters are kept")

	var ws []write
	for i := range int32(maxWrites + 2) {
		ws = joinWrites(ws, []write{{point: envs.At(0, i)}})
	}
	require.True(t, isTooMany(ws))
}

// They are none at the other end of a channel, too: if they were nothing there, those that came first would stay.
func TestManyReadingsAreSent(t *testing.T) {
	s := (&State{}).flowing()
	s.flow.vals = put(s.flow.vals, 2, readings{many})
	sent := (&checker{}).given(nil, &envs.Op{Kind: envs.Send, Uses: []envs.Reg{1, 2}}, s)
	got := fresh.received(&envs.Op{Kind: envs.Receive, Results: 1, Dst: 3}, sent)
	require.Len(t, got.flow.get(3), 1)
	require.Same(t, many, got.flow.get(3)[0])
}

// The operation that gave a lock back first, after the reading, counts most.
func TestUntil(t *testing.T) {
	r := &reading{at: 5, gone: -1}
	for _, gone := range []int32{3, 9, 2, 7, 8} {
		r.until(gone, envs.At(0, gone))
	}
	require.EqualValues(t, 7, r.gone)
	require.Equal(t, envs.At(0, 7), r.end)
}
