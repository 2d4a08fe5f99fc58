package fixpoint

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/lattice"
)

var (
	program  = envstest.ProgramOf
	function = envstest.Function
	targets  = envstest.Targets
	op       = envstest.Op
	jump     = envstest.Jump
	calling  = envstest.Calling
)

// solved is an engine that has solved an analysis from the roots of a program.
func solved[S lattice.Mergeable[S]](t require.TestingT, p envs.Program, an Analysis[S], opts Options) *Engine[S] {
	e := New(context.Background(), p, an, opts)
	require.NoError(t, e.Solve(p.Roots()...))
	return e
}

type trail = envstest.Set[envs.Point]

// trails collects the operations on the way to each point. A callee adds its own.
func trails() Analysis[trail] {
	return Analysis[trail]{
		Entry: func(envs.Env, *envs.Func) trail { return trail{} },
		Step: func(env envs.Env, _ *envs.Op, s trail) trail {
			s[env.Point()] = true
			return s
		},
		Return: func(_ envs.Env, _ *envs.Op, exit, s trail) trail {
			s, _ = s.Merge(exit)
			return s
		},
	}
}

func pcs(s trail, fn envs.FuncID) (out []int) {
	for pc := range int32(100) {
		if s[envs.At(fn, pc)] {
			out = append(out, int(pc))
		}
	}
	return out
}

// atReturn is the trail with which functions return, by function.
func atReturn(t *testing.T, p envs.Program) map[envs.FuncID]trail {
	t.Helper()
	got := map[envs.FuncID]trail{}
	for _, f := range solved(t, p, trails(), Options{}).Frames() {
		if exit, ok := f.Exit(); ok {
			got[f.Func().ID] = exit
		}
	}
	return got
}
