package reduction

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// drawnPaths makes sets of paths of a few steps, with the locks 1 and 2.
var drawnPaths = rapid.Custom(func(t *rapid.T) (s paths) {
	for range rapid.IntRange(0, 2).Draw(t, "paths") {
		p := unit
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			lock := envs.Lock(rapid.IntRange(1, 2).Draw(t, "lock"))
			p = p.Then(rapid.SampledFrom([]path{
				mover.Of[envs.Lock](mover.Mover, envs.Point{}), mover.Of[envs.Lock](mover.Atomic, envs.Point{}),
				mover.Acquire(lock, envs.Point{}), mover.Release(lock, envs.Point{}),
			}).Draw(t, "step"))
		}
		s, _ = s.Merge(mover.PathsOf(p))
	}
	return s
})

func TestStateLaws(t *testing.T) {
	states := rapid.Custom(func(t *rapid.T) *state {
		return &state{
			at: transactions.State(rapid.IntRange(0, 15).Draw(t, "at")), inside: rapid.Bool().Draw(t, "inside"),
			call: drawnPaths.Draw(t, "call"), block: drawnPaths.Draw(t, "block"), ended: drawnPaths.Draw(t, "ended"),
		}
	})
	latticetest.StateSuite[*state]{States: states, Fingerprint: func(s *state) string {
		return fmt.Sprint(s.at, s.inside, s.call, s.block, s.ended)
	}}.Check(t)
}
