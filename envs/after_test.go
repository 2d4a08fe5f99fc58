package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
)

func TestAfter(t *testing.T) {
	f := &envs.Func{
		Lists: [][]int32{{1, 3}},
		Ops: []envs.Op{
			{Kind: envs.Const},
			{Kind: envs.Call, Handler: 4},
			{Kind: envs.Branch},
			{Kind: envs.Return},
			{Kind: envs.Throw},
			{Kind: envs.Fork}, // a trace tells of no more
		},
	}
	for pc := range f.Ops {
		f.Ops[pc].PC = int32(pc)
	}
	require.Equal(t, []int32{1}, f.Next(0))
	require.Equal(t, []int32{2, 4}, f.Next(1))
	require.Equal(t, []int32{1, 3}, f.Next(2))
	for pc := int32(3); pc < 6; pc++ {
		require.Empty(t, f.Next(pc), "%d", pc)
	}
	require.Equal(t, []bool{false, true, true, true, true, false}, f.After(0))
	require.Equal(t, []bool{false, true, true, true, true, false}, f.After(1), "it may come again")
	require.Equal(t, make([]bool, 6), f.After(5))
}

// A branch that skips a deferred call tells of its Defer, and on which way the call is executed. No other branch does.
func TestDeferred(t *testing.T) {
	f := &envs.Func{
		Lists: [][]int32{{1, 2}},
		Ops: []envs.Op{
			{Kind: envs.Branch},
			{Kind: envs.Call, Deferred: 3, Flags: envs.Skippable},
			{Kind: envs.Return},
			{Kind: envs.Branch, Uses: []envs.Reg{1}},
			{Kind: envs.Const},
		},
	}
	for pc := range f.Ops {
		f.Ops[pc].PC = int32(pc)
	}
	for taken, runs := range []bool{true, false} {
		number, got := f.Deferred(&f.Ops[0], taken)
		require.Equal(t, int32(3), number, "way %d", taken)
		require.Equal(t, runs, got, "way %d", taken)
	}
	for _, pc := range []int{1, 2, 3} {
		number, runs := f.Deferred(&f.Ops[pc], 0)
		require.Zero(t, number, "%d", pc)
		require.False(t, runs, "%d", pc)
	}
	f.Ops[1].Deferred = 0
	number, _ := f.Deferred(&f.Ops[0], 0)
	require.Zero(t, number, "the call was not deferred")
}
