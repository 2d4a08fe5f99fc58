package world

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// genPrivates draws what a frame with two parameters, which are private or not, knows after some operations.
func genPrivates(t *rapid.T, arguments bool) privates {
	fn := &envs.Func{Params: []envs.Reg{1, 2}, Regs: 7}
	var p privates
	if arguments {
		caller := privates(nil).step(&envs.Op{Kind: envs.New, Dst: 1, Results: 1}, referents{Knowledge: &envs.Knowledge{}})
		caller = caller.step(&envs.Op{Kind: envs.New, Dst: 2, Results: 1}, referents{Knowledge: &envs.Knowledge{}})
		p = caller.enter(&envs.Op{Kind: envs.Call, Uses: []envs.Reg{1, 2}, Callee: &envs.Callee{}}, fn)
	}
	reg := func(name string) envs.Reg { return envs.Reg(rapid.IntRange(0, 6).Draw(t, name)) }
	dst := func() envs.Reg { return max(1, reg("to")) }
	for range rapid.IntRange(0, 8).Draw(t, "operations") {
		op := rapid.SampledFrom([]envs.Op{
			{Kind: envs.New, Dst: dst(), Results: 1},
			{Kind: envs.New, Dst: dst(), Results: 1, Uses: []envs.Reg{reg("captured")}},
			{Kind: envs.Move, Dst: dst(), Results: 1, Uses: []envs.Reg{reg("from")}},
			{Kind: envs.Load, Dst: dst(), Results: 1, Uses: []envs.Reg{reg("base")}},
			{Kind: envs.Store, Uses: []envs.Reg{reg("base"), reg("value")}},
			{Kind: envs.Fork, Uses: []envs.Reg{reg("argument")}},
		}).Draw(t, "operation")
		p = p.step(&op, referents{Knowledge: &envs.Knowledge{}})
	}
	return p
}

// Where two paths meet, what is known covers both, in whichever order they come; and no
// more than that grows.
func TestPrivatesMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genPrivates(t, rapid.Bool().Draw(t, "one")), genPrivates(t, rapid.Bool().Draw(t, "other"))
		m, _ := a.Merge(b)
		n, _ := b.Merge(a)
		require.True(t, slices.Equal(m, n), "%v and %v", m, n)
		for _, p := range []privates{a, b, m} {
			again, grew := m.Merge(p)
			require.False(t, grew, "%v by %v to %v", m, p, again)
		}
		for r := range envs.Reg(7) {
			require.Equal(t, a.certain(r) && b.certain(r), m.certain(r), "register %d", r)
			_, x := a.of(r)
			_, y := b.of(r)
			_, z := m.of(r)
			require.Equal(t, x || y, z, "register %d", r)
		}
	})
}

// The states of one frame pass the laws. States that meet are of one frame. Merging is not the least upper bound: an
// argument that is published on one path connects nothing any more that it has connected on another.
func TestPrivatesLaws(t *testing.T) {
	for _, arguments := range []bool{false, true} {
		latticetest.StateSuite[privates]{
			States:      rapid.Custom(func(t *rapid.T) privates { return genPrivates(t, arguments) }),
			Approximate: arguments,
		}.Check(t)
	}
}
