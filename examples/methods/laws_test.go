package methods

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func states() *rapid.Generator[State] {
	return rapid.Custom(func(t *rapid.T) (s State) {
		point := func(label string) envs.Point { return envs.At(0, rapid.Int32Range(0, 2).Draw(t, label)) }
		for range rapid.IntRange(0, 4).Draw(t, "pieces") {
			p := piece{of: subject{class(rapid.IntRange(0, 1).Draw(t, "class")), lockName(rapid.IntRange(0, 1).Draw(t, "lock"))}}
			if p.spread = rapid.SampledFrom([]spread{one, either, many}).Draw(t, "spread"); p.spread == one {
				p.at = point("at")
			}
			s.pieces = join(s.pieces, []piece{p}, piece.or)
		}
		for range rapid.IntRange(0, 2).Draw(t, "reads") {
			r := envs.Reg(rapid.IntRange(-1, 1).Draw(t, "register"))
			s.reads.Set(r, union(s.reads.Get(r), []read{{point("read"), point("locked")}}))
		}
		return s
	})
}

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states()) }

// What comes next makes more of a larger state.
func TestThenIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, next := states().Draw(t, "a"), states().Draw(t, "b"), states().Draw(t, "next").pieces
		more, _ := a.Clone().Merge(b)
		a.then(next)
		more.then(next)
		if _, grew := more.Clone().Merge(a); grew {
			t.Fatalf("%v is not part of %v", a.pieces, more.pieces)
		}
	})
}
