package blocks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

// calling is a program of functions that access a field each, and call others.
type calling struct {
	envs.Program
	fns []*envs.Func
}

func (p *calling) Func(id envs.FuncID) *envs.Func { return p.fns[id] }

type callingEnv struct {
	envs.Env
	p *calling
}

func (e callingEnv) Program() envs.Program { return e.p }

// Functions that call each other reach the same, whichever is asked for first.
func TestReachOfRecursion(t *testing.T) {
	fn := func(name string, callees ...envs.FuncID) *envs.Func {
		return &envs.Func{Ops: []envs.Op{
			{Kind: envs.Call, Callee: &envs.Callee{Funcs: callees}},
			{Kind: envs.Load, Loc: &envs.Loc{Name: name}},
		}}
	}
	env := callingEnv{p: &calling{fns: []*envs.Func{fn("a", 1), fn("b", 2, 0), fn("c", 1), fn("d", 0)}}}
	all := map[string]bool{"a": true, "b": true, "c": true}
	for _, first := range []envs.FuncID{0, 1, 2} {
		var r Reach
		r.of(env, first)
		for id := range envs.FuncID(3) {
			require.Equal(t, all, r.of(env, id), "%d after %d", id, first)
		}
		require.Len(t, r.of(env, 3), 4)
	}
}
