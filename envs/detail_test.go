package envs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

func TestNilTest(t *testing.T) {
	r, n := envs.Reg(3).Term(machine.NoKind), envs.ConstTerm(machine.Int.Of(0))
	for _, c := range []struct {
		cond  envs.Condition
		reg   envs.Reg
		isNil bool
	}{
		{envs.Condition{X: r, Cmp: machine.Eq, Y: envs.Term{}}, 3, true},
		{envs.Condition{X: envs.Term{}, Cmp: machine.Ne, Y: r}, 3, false},
		{envs.Condition{X: r, Cmp: machine.Eq, Y: n}, 0, false},
		{envs.Condition{X: envs.Len.Of(3), Cmp: machine.Eq, Y: envs.Term{}}, 0, false},
		{envs.Condition{X: r, Cmp: machine.Lt, Y: envs.Term{}}, 0, false},
		{envs.Condition{X: envs.Term{}, Cmp: machine.Eq, Y: envs.Term{}}, 0, true}, // of no register
	} {
		reg, isNil := c.cond.NilTest()
		require.Equal(t, c.reg, reg, c.cond)
		require.Equal(t, c.isNil, isNil, c.cond)
	}
}
