package numbers_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states draws what a few conditions between a few terms leave possible.
var states = rapid.Custom(func(t *rapid.T) *numbers.State {
	s := numbers.New(rapid.IntRange(1, 5).Draw(t, "related"), 1, 3)
	term := rapid.OneOf(
		rapid.Map(rapid.Int64Range(-3, 12), func(n int64) envs.Term { return envs.ConstTerm(machine.Int.Of(n)) }),
		rapid.SampledFrom([]envs.Term{envs.Reg(1).Term(machine.Int), envs.Reg(2).Term(machine.Int),
			envs.Reg(3).Term(machine.Uint8),
			envs.Len.Of(4), envs.Len.Of(5), envs.Cap.Of(5)}),
	)
	for range rapid.IntRange(0, 5).Draw(t, "conditions") {
		s.Assume([]envs.Condition{{
			X:   term.Draw(t, "x"),
			Cmp: rapid.SampledFrom([]machine.Cmp{machine.Le, machine.Ge, machine.Lt, machine.Eq, machine.Ne}).Draw(t, "cmp"),
			Y:   term.Draw(t, "y"),
		}})
	}
	return s
})

// Packs that grow are united as far as there is room, so merging gives some bound.
func TestLaws(t *testing.T) {
	r := envs.Reg(1).Term(machine.Int)
	latticetest.StateSuite[*numbers.State]{
		States: states,
		Transfers: []func(*numbers.State) *numbers.State{func(s *numbers.State) *numbers.State {
			s.Step(&envs.Op{Kind: envs.Compute, Results: 1, Dst: 1, Uses: []envs.Reg{1, 0}}, &envs.Detail{Defs: []envs.Def{
				{Reg: 1, Op: envs.Binary, Arith: machine.Add, Kind: machine.Int, X: r, Y: envs.ConstTerm(machine.Int.Of(1))}}})
			return s
		}},
		Approximate: true,
	}.Check(t)
}
