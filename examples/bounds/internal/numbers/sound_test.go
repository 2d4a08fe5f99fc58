package numbers_test

import (
	"context"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

var programs = flag.Int("numbers.programs", 100, "how many generated programs the soundness test looks at")

// follower follows numbers and keeps the state before each operation, as of the
// last visit.
type follower struct {
	related int
	at      map[envs.Point]*numbers.State
}

func (c *follower) analysis() dataflow.Analysis[*numbers.State] {
	return dataflow.Analysis[*numbers.State]{
		Entry: c.Entry, Step: c.Step, Branch: c.Branch,
		Return: c.Return,
	}
}

func (f *follower) Entry(_ envs.Env, fn *envs.Func) *numbers.State {
	return numbers.New(f.related, fn.Params...)
}

func (f *follower) Return(env envs.Env, call *envs.Op, exit, s *numbers.State) *numbers.State {
	s.TakeOver(exit, call, env.Detail().Passes)
	return s
}

func (f *follower) Step(env envs.Env, op *envs.Op, s *numbers.State) *numbers.State {
	f.at[env.Point()] = s.Clone()
	s.Step(op, env.Detail())
	if op.Kind == envs.Return {
		return s.Returned(env.Detail().Passes)
	}
	return s
}

func (f *follower) Branch(env envs.Env, op *envs.Op, taken int, s *numbers.State) (*numbers.State, bool) {
	if on := env.Detail().On; taken < len(on) {
		s.Assume(on[taken])
	}
	return s, !s.Impossible()
}

// Each state that a run passes through is contained in the state that was found for its point over all paths. At each
// operation all bounds of registers and lengths hold, and those of differences between any two.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	compared := 0
	for seed := range uint64(*programs) {
		draw := irgen.Seeded(seed)
		text := irgen.Numbers(draw)
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		f := &follower{related: 1 + draw("related", 6), at: map[envs.Point]*numbers.State{}}
		_, err = dataflow.NewAnalyzer("numbers", "", f.analysis().Alone).
			Fixpoint(context.Background(), p, dataflow.Options{Options: fixpoint.Options{Thresholds: []int64{-1, 0, 3, 8}}})
		require.NoError(t, err, text)
		for run := range uint64(2) {
			p.Run(run, ir.Options{MaxSteps: 500, Observe: func(s *ir.State) {
				compared += contained(t, p, f, s,
					text)
			}}).Result()
		}
	}
	require.Greater(t, compared, 100*(*programs))
}

// contained holds a concrete state against the abstract one at its point.
func contained(t *testing.T, p *ir.Program, f *follower, s *ir.State, text string) int {
	fn := p.Func(s.Point().Func())
	abstract := f.at[s.Point()]
	require.NotNil(t, abstract, "%s: a run comes to %s, which is said to be unreachable\n%s", p.Position(s.Point()),
		&fn.Ops[s.Point().PC()], text)
	require.False(t, abstract.Impossible(), text)
	var terms []envs.Term
	var values []int64
	for r := envs.Reg(1); int(r) < fn.Regs; r++ {
		n, _ := s.Reg(r).Int()
		terms, values = append(terms, r.Term(machine.Int64)), append(values, n)
		if n, ok := s.Len(s.Reg(r)); ok {
			terms, values = append(terms, envs.Len.Of(r)), append(values, int64(n))
		}
	}
	holds := func(ok bool, what ...envs.Term) {
		if !ok {
			t.Fatalf("%s: before %s: %v\nfound: %s\nregisters: %v = %v\n%s", p.Position(s.Point()), &fn.Ops[s.Point().PC()],
				what, abstract, terms, values, text)
		}
	}
	for i, x := range terms {
		holds(abstract.Range(x).Contains(values[i]), x)
		for j, y := range terms[:i] {
			d := values[i] - values[j]
			if (values[i] >= values[j]) != (d >= 0) {
				continue // beyond an int64
			}
			holds(abstract.Difference(x, y).Contains(d), x, y)
		}
	}
	return len(terms)
}
