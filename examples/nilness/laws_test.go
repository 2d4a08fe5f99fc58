package nilness

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// states draws what merging a few states leaves, of which each knows something of a
// few registers.
var states = rapid.Custom(func(t *rapid.T) *State {
	simple := func() *State {
		s := &State{params: []envs.Reg{1, 2}, dead: rapid.IntRange(0, 9).Draw(t, "dead") == 9}
		if rapid.Bool().Draw(t, "assigned") {
			s.forget(2, 3)
		}
		for r := envs.Reg(1); r <= 4; r++ {
			kind := machine.NoKind
			if r == 4 {
				kind = machine.Int
			}
			v := ofTerm(r.Term(kind))
			at := envs.At(0, int32(rapid.IntRange(0, 2).Draw(t, "at")))
			switch k := rapid.IntRange(0, 3).Draw(t, "value"); {
			case k == 0:
				s.put(v, notNil)
			case k == 1 && v.number():
				s.put(v, constant(envs.ConstTerm(machine.Int.Of(0)), at))
			case k == 1:
				s.put(v, constant(envs.Term{}, at))
			case k == 2 && !v.number():
				s.put(v, unknown.join(constant(envs.Term{}, at)))
			}
		}
		return s
	}
	s := simple()
	for range rapid.IntRange(0, 3).Draw(t, "merged") {
		s, _ = s.Merge(simple())
	}
	return s
})

// Merging keeps some clauses that hold on both sides, not all.
func TestLaws(t *testing.T) {
	latticetest.StateSuite[*State]{
		States: states,
		Transfers: []func(*State) *State{
			func(s *State) *State {
				s.define(2, 3, []definition{{to: ofTerm(envs.Reg(2).Term(machine.NoKind)),
					copy: ofTerm(envs.Reg(1).Term(machine.NoKind))}})
				return s
			},
			func(s *State) *State { s.forget(1, 3); return s },
			func(s *State) *State {
				return s.renamed(func(r envs.Reg) envs.Reg { return r - 1 },
					func(variable, origin) origin { return origin{at: envs.At(1, 0)} })
			},
		},
		Approximate: true,
	}.Check(t)
}
