package compound

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states draws states over few registers, readings and writes.
func states() *rapid.Generator[*State] {
	locs := []*envs.Loc{{Name: "T.f"}, {Name: "T.g"}}
	return rapid.Custom(func(t *rapid.T) *State {
		some := func(n int, label string) int { return rapid.IntRange(0, n-1).Draw(t, label) }
		drawn := func() (rs readings) {
			for range some(3, "readings") {
				r := &reading{
					from: source(some(2, "from")), at: int32(some(2, "at")), point: envs.At(0,
						int32(some(2, "point"))), loc: locs[some(2, "class")],
					gone: int32(some(3, "gone") - 1), chosen: some(2, "chosen") == 0, added: some(2, "added") == 0, claim: some(2,
						"claim") == 0, won: some(2, "won") == 0,
					tried: some(2, "tried") == 0, some: some(2, "on some paths") == 0, within: some(2, "within") == 0,
				}
				for i := range some(3, "locks") {
					r.locks = append(r.locks, lock{is: envs.Lock(i + 1), at: envs.At(0, 0), gone: some(2, "lock gone") == 0,
						far: some(4, "far") == 0})
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
		s := &State{}
		for i := range int32(2) {
			s.vals.Set(envs.Reg(i+1), drawn())
			s.decided.Set(i, drawn())
		}
		for range some(3, "writes") {
			s.writes = joinWrites(s.writes, []write{{
				point: envs.At(0, int32(some(2, "at"))), loc: locs[0], value: uint32(some(3, "value")), checked: some(2,
					"checked") == 0, found: some(2, "found") == 0,
			}})
		}
		return s
	})
}

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, states())
}

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
	s := &State{}
	s.vals.Set(2, readings{many})
	got := &State{}
	got.received(&envs.Op{Kind: envs.Receive, Results: 1, Dst: 3},
		given(nil, &envs.Op{Kind: envs.Send, Uses: []envs.Reg{1, 2}}, s))
	require.Len(t, got.get(3), 1)
	require.Same(t, many, got.get(3)[0])
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
