package histories

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// nested draws what nested calls do. With copies, what a callee did is copied when it returns.
func nested(r *rand.Rand, depth int, copies bool) *history {
	h := &history{whose: frame}
	for range r.IntN(12) {
		switch k := r.IntN(8); {
		case k == 0:
			h.changed(Step{Lock: 1, Taken: r.IntN(2) == 0})
		case k <= 2 && depth > 0:
			o := nested(r, depth-1, copies)
			if copies {
				o.share()
			}
			if h = h.then(o); copies {
				h = h.own()
			}
		default:
			e := event{
				Var: int64(1 + r.IntN(3)), Op: interleaving.Op(r.IntN(2)), Of: spot{At: envs.At(1, int32(r.IntN(2)))},
			}
			h.access(e, envs.SegmentOf(r.IntN(3)), true)
		}
	}
	return h
}

func (h *history) text() string {
	var b strings.Builder
	for _, e := range h.share().Events {
		fmt.Fprintf(&b, "v%d op%d at%d when%d in %v; ", e.Var, e.Op, e.Of.At.PC(), e.When, h.segments[e.Of.segment].Of())
	}
	return b.String() + fmt.Sprint(h.Steps)
}

// A history that waits in several pieces is what it is in one.
func TestPiecesAreOneHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	long := 0
	for seed := range uint64(20_000) {
		draw := func(copies bool) string { return nested(rand.New(rand.NewPCG(seed, 1)), 4, copies).text() }
		want := draw(true)
		require.Equal(t, want, draw(false), "seed %d", seed)
		if strings.Count(want, ";") > 20 {
			long++
		}
	}
	require.Greater(t, long, 1000)
}

// Dummies are dropped while the caller's part still waits in front: no event gets another step or segment by that.
func TestEventsKeepTheirTime(t *testing.T) {
	at := func(v int64) event { return event{Var: v, Op: interleaving.Write, Of: spot{At: envs.At(1, 0)}} }
	caller, callee := &history{whose: frame}, &history{whose: frame}
	caller.changed(Step{Lock: 1, Taken: true})
	caller.access(at(1), envs.SegmentOf(1), true)
	for v := range int64(5) {
		callee.access(at(10+v), envs.SegmentOf(2), true)
	}
	h := caller.then(callee)
	for range 60 {
		h.access(at(9), envs.SegmentOf(2), true)
	}
	h.share()
	for _, e := range h.Events[1:] {
		require.EqualValues(t, 1, e.When, "event of %d", e.Var)
		require.Equal(t, envs.SegmentOf(2), h.segments[e.Of.segment], "event of %d", e.Var)
	}
}
