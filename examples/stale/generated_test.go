package stale

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

var programs = flag.Int("stale.programs", 2000, "how many generated programs to check")

func generate(t *rapid.T) *ir.Program {
	src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
	p, err := ir.Parse("generated.plx", src)
	require.NoError(t, err)
	t.Log("\n" + src)
	return p
}

// watched is the checker with an eye on the states that it is given: tell sees the
// state before each operation.
type watched struct {
	*Checker
	tell func(env envs.Env, op *envs.Op, s *State)
}

func (w *watched) Step(env envs.Env, op *envs.Op, s *State) *State {
	w.tell(env, op, s)
	return w.Checker.Step(env, op, s)
}

// abstract is what the static side says of a point, all visits together: which
// registers may be shared, and which of them may be stale already.
type abstract struct {
	shared map[envs.Reg]bool
	stale  map[envs.Reg]bool
}

// TestGenerated checks generated programs: what holds in a run lies within what
// the static side says of the same point, and what a run reports the static side
// reports too.
func TestGenerated(t *testing.T) {
	check := func(t *rapid.T) {
		p := generate(t)
		points := map[envs.Point]*abstract{}
		watch := &watched{New(Options{}), func(env envs.Env, op *envs.Op, s *State) {
			a := points[env.Point()]
			if a == nil {
				a = &abstract{map[envs.Reg]bool{}, map[envs.Reg]bool{}}
				points[env.Point()] = a
			}
			for _, v := range s.vals {
				a.shared[v.reg] = true
				if !v.Block.MustBe(env.Block()) {
					a.stale[v.reg] = true
				}
			}
		}}
		res, err := dataflow.Fixpoint(context.Background(), p, Name, dataflow.Checker[*State](watch), dataflow.Options{})
		require.NoError(t, err)
		sites := map[envs.Position]bool{}
		for _, f := range res.Findings {
			for _, s := range f.Sites() {
				sites[s] = true
			}
		}
		for range 3 {
			seed := rapid.IntRange(0, 1<<20).Draw(t, "seed")
			watch := &watched{New(Options{}), func(env envs.Env, op *envs.Op, s *State) {
				a := points[env.Point()]
				require.NotNil(t, a, "seed %d: %s is executed but was not reached statically", seed, p.Position(env.Point()))
				for _, v := range s.vals {
					require.True(t, a.shared[v.reg], "seed %d: at %s (%s) %s is shared, statically it is not", seed, p.Position(env.Point()), op, env.Func().RegName(v.reg))
					if !v.Block.MustBe(env.Block()) {
						require.True(t, a.stale[v.reg], "seed %d: at %s (%s) %s is stale, statically it is fresh", seed, p.Position(env.Point()), op, env.Func().RegName(v.reg))
					}
				}
			}}
			r := dataflow.NewReplay(p, Name, dataflow.Checker[*State](watch))
			require.NoError(t, r.Run(context.Background(), p.Run(uint64(seed), ir.Options{MaxSteps: 3000, MaxDepth: 100})))
			for _, f := range r.Findings() {
				for _, s := range f.Sites() {
					require.True(t, sites[s], "seed %d: a run reports %s: %s; statically nothing is reported there", seed, s, f.Message)
				}
			}
		}
	}
	for left := *programs; left > 0; left -= 1000 {
		n := min(left, 1000)
		t.Run(fmt.Sprint(left), func(t *testing.T) {
			flag.Set("rapid.checks", fmt.Sprint(n))
			rapid.Check(t, check)
		})
	}
}
