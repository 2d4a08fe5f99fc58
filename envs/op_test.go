package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestPathsBetweenFrames(t *testing.T) {
	mu := &envs.Path{Root: envs.AtParam, Reg: 0, Steps: ".mu", Text: "c.mu"}
	global := &envs.Path{Root: envs.AtGlobal, Global: "pkg.x", Text: "pkg.x"}
	server := &envs.Path{Root: envs.AtParam, Reg: 1, Steps: ".conn", Text: "s.conn"}
	args := []*envs.Path{server, nil}

	in := mu.In(args)
	require.True(t, in.Same(&envs.Path{Root: envs.AtParam, Reg: 1, Steps: ".conn.mu"}))
	require.Equal(t, "s.conn.mu", in.String())
	require.True(t, in.Into(args).Same(mu), "Into undoes In")
	require.Same(t, global, global.In(args))
	require.True(t, global.Into([]*envs.Path{global}).Same(&envs.Path{Root: envs.AtParam}),
		"a parameter's name comes first")
	require.Nil(t, (&envs.Path{Root: envs.AtParam, Reg: 1}).In(args), "the argument has no name")
	require.Nil(t, (&envs.Path{Root: envs.AtReg, Reg: 3}).In(args), "a register means nothing elsewhere")
	require.Nil(t, (&envs.Path{Root: envs.AtParam, Reg: 1, Steps: ".connection"}).Into(args),
		"a field that only starts alike")
	var none *envs.Path
	require.Nil(t, none.In(args))
	require.Nil(t, none.Into(args))
}

// A recursive method that passes its receiver's field on would name one lock by
// ever longer paths.
func TestPathsDoNotGrowForEver(t *testing.T) {
	args := []*envs.Path{{Root: envs.AtParam, Steps: ".next", Text: "n.next"}}
	p := &envs.Path{Root: envs.AtParam, Steps: ".mu", Text: "n.mu"}
	for range 100 {
		p = p.In(args)
	}
	require.Nil(t, p)
}

func TestBlocksCompareByMustBe(t *testing.T) {
	one, two := envs.OpenedBlock(1), envs.OpenedBlock(2)
	require.True(t, one.MustBe(one))
	require.False(t, one.MustBe(two))
	require.False(t, envs.Loose().MustBe(envs.Loose()), "it is not certain which")
	j, grew := one.Join(two)
	require.True(t, j.IsLoose() && grew)
	j, grew = one.Join(one)
	require.True(t, j.MustBe(one) && !grew)
	require.True(t, envs.Block{}.None())
}

func TestPointsAreOrdered(t *testing.T) {
	var none envs.Point
	require.True(t, none.IsZero())
	require.Negative(t, none.Compare(envs.At(0, 0)))
	require.Negative(t, envs.At(0, 5).Compare(envs.At(1, 0)))
	require.Zero(t, envs.At(2, 3).Compare(envs.At(2, 3)))
	require.Equal(t, int32(3), envs.At(2, 3).PC())
}

func TestDefinitions(t *testing.T) {
	fn := &envs.Func{Regs: 7, Params: []envs.Reg{1}, Ops: []envs.Op{
		{Kind: envs.Call, Dst: 2, Results: 2},
		{Kind: envs.Const, Dst: 4, Results: 1, PC: 1},
		{Kind: envs.Const, Dst: 5, Results: 1, PC: 2},
		{Kind: envs.Move, Dst: 4, Results: 1, PC: 3},
		{Kind: envs.Move, Dst: 1, Results: 1, PC: 4},
	}}
	var d envs.Definitions
	for r, want := range []*envs.Op{nil, nil, &fn.Ops[0], &fn.Ops[0], nil, &fn.Ops[2], nil} {
		require.Same(t, want, d.Of(fn, envs.Reg(r)), "register %d", r)
	}
}
