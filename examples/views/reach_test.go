package views

import (
	"maps"
	"slices"
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
	p  *calling
	at int32 // in the first function
}

func (e callingEnv) Program() envs.Program { return e.p }
func (e callingEnv) Func() *envs.Func      { return e.p.fns[0] }
func (e callingEnv) Point() envs.Point     { return envs.At(0, e.at) }

// Functions that call each other reach the same, whichever is asked for first.
func TestReachOfRecursion(t *testing.T) {
	fn := func(name string, callees ...envs.FuncID) *envs.Func {
		return &envs.Func{Ops: []envs.Op{
			{Kind: envs.Call, Callee: &envs.Callee{Funcs: callees}},
			{Kind: envs.Load, Loc: &envs.Loc{Name: name}},
		}}
	}
	env := callingEnv{p: &calling{fns: []*envs.Func{fn("a", 1), fn("b", 2, 0), fn("c", 1), fn("d", 0)}}}
	all := accesses{"a": false, "b": false, "c": false}
	for _, first := range []envs.FuncID{0, 1, 2} {
		var r reach
		r.of(env, first)
		for id := range envs.FuncID(3) {
			require.Equal(t, all, r.of(env, id), "%d after %d", id, first)
		}
		require.Len(t, r.of(env, 3), 4)
	}
}

// What is between two places is what control goes through, whichever way the loops and branches
// there are laid out.
func TestBetween(t *testing.T) {
	load := func(name string) envs.Op { return envs.Op{Kind: envs.Load, Loc: &envs.Loc{Name: name}} }
	lock, unlock := envs.Op{Kind: envs.Acquire}, envs.Op{Kind: envs.Release}
	call := envs.Op{Kind: envs.Call, Callee: &envs.Callee{Funcs: []envs.FuncID{1}}, Handler: 10}
	fn := &envs.Func{
		Ops: []envs.Op{
			lock,
			load("first"), // the loop
			unlock,
			load("without"),
			lock,
			load("last"),
			{Kind: envs.Branch, To: 0},
			call,
			unlock,
			{Kind: envs.Return},
			load("thrown"),
			{Kind: envs.Jump, To: 8},
			load("left"),
			unlock,
			{Kind: envs.Return},
			load("after"),
			{Kind: envs.Jump, To: 14},
		},
		Lists: [][]int32{{1, 7, 12}},
	}
	for i := range fn.Ops {
		fn.Ops[i].PC = int32(i)
	}
	callee := &envs.Func{Ops: []envs.Op{load("called"), {Kind: envs.Return}}}
	for _, c := range []struct {
		from, to int32
		want     []string
	}{
		{0, 2, []string{"first"}},
		{4, 2, []string{"first", "last"}}, // along the back edge
		{4, 8, []string{"called", "last", "thrown"}},
		{4, 13, []string{"last", "left"}}, // the way around begins another block
		{7, 8, []string{"called", "thrown"}},
		{4, 4, []string{"first", "last", "without"}},
		{6, 6, []string{"first", "last", "without"}},
		{5, 5, []string{"first", "last", "without"}},
	} {
		var r reach
		env := callingEnv{p: &calling{fns: []*envs.Func{fn, callee}}, at: c.to}
		require.Equal(t, c.want, slices.Sorted(maps.Keys(r.between(env, envs.At(0, c.from), env.Point()))), "from %d to %d",
			c.from, c.to)
	}
	var r reach
	require.Nil(t, r.between(callingEnv{p: &calling{}}, envs.At(1, 0), envs.Point{}))
}

// What is written is told apart from what is only read, whoever does it.
func TestReachOfWrites(t *testing.T) {
	access := func(kind envs.Kind, name string) envs.Op { return envs.Op{Kind: kind, Loc: &envs.Loc{Name: name}} }
	fn := &envs.Func{Ops: []envs.Op{
		access(envs.Store, "x"), access(envs.Load, "x"), access(envs.Load, "y"),
		{Kind: envs.Call, Callee: &envs.Callee{Funcs: []envs.FuncID{1}}}, access(envs.Load, "z"), access(envs.Store, "y"),
	}}
	callee := &envs.Func{Ops: []envs.Op{access(envs.Store, "z"), access(envs.Load, "u")}}
	var r reach
	env := callingEnv{p: &calling{fns: []*envs.Func{fn, callee}}}
	all := r.between(env, envs.At(0, 0), envs.At(0, 4))
	require.Equal(t, accesses{"x": true, "y": false, "z": true, "u": false}, all)
	require.True(t, all.has("u"))
	require.False(t, all.has("v"))
	require.Nil(t, r.between(env, envs.At(0, 0), envs.At(1, 0)))
}

// Of a function that a trace tells of, the last operations may not be known.
func TestBetweenInTrace(t *testing.T) {
	fn := &envs.Func{Ops: []envs.Op{{Kind: envs.Release}, {Kind: envs.Acquire, PC: 1},
		{Kind: envs.Load, PC: 2, Loc: &envs.Loc{Name: "x"}}}}
	var r reach
	require.Empty(t, r.between(callingEnv{p: &calling{fns: []*envs.Func{fn}}}, envs.At(0, 1), envs.At(0, 0)))
}
