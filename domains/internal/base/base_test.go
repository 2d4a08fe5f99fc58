package base_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/internal/base"
)

// counter is a state that has no ability but to be merged.
type counter struct{ n int }

func (c *counter) Clone() *counter { d := *c; return &d }

func (c *counter) Merge(other *counter) (*counter, bool) {
	grew := other.n > c.n
	c.n = max(c.n, other.n)
	return c, grew
}

// jumper has all abilities, each of which leaves another trace.
type jumper struct{ counter }

func (c *jumper) Clone() *jumper { d := *c; return &d }

func (c *jumper) Merge(other *jumper) (*jumper, bool) {
	_, grew := c.counter.Merge(&other.counter)
	return c, grew
}
func (c *jumper) Leq(other *jumper) bool   { return c.n/2 <= other.n/2 }
func (c *jumper) Equal(other *jumper) bool { return c.n/4 == other.n/4 }
func (c *jumper) Widen(_ *jumper, thresholds ...int64) (*jumper, bool) {
	return &jumper{counter{100 + len(thresholds)}}, true
}
func (c *jumper) Narrow(next *jumper) (*jumper, bool) { return &jumper{counter{300}}, true }

func TestOperators(t *testing.T) {
	of := func(n int) *counter { return &counter{n} }
	ops := base.OperatorsOf[*counter](nil, nil)
	require.True(t, ops.Leq(of(1), of(2)))
	require.False(t, ops.Leq(of(2), of(1)))
	require.True(t, ops.Equal(of(2), of(2)))
	require.False(t, ops.Equal(of(1), of(2)))
	for _, thresholds := range [][]int64{nil, {7}} {
		r, grew := ops.Widen(of(1), of(3), thresholds...)
		require.True(t, grew)
		require.Equal(t, 3, r.n)
	}
	r, changed := ops.Narrow(of(3), of(1))
	require.False(t, changed)
	require.Equal(t, 3, r.n)

	// What is given goes before what the state has, and the order given is the
	// equality of states that have none.
	always := func(a, b *counter) bool { return true }
	require.True(t, base.OperatorsOf(always, nil).Equal(of(1), of(2)))
	require.False(t, base.OperatorsOf(nil, func(a, b *counter) bool { return false }).Equal(of(1), of(1)))

	jump := func(n int) *jumper { return &jumper{counter{n}} }
	able := base.OperatorsOf[*jumper](nil, nil)
	require.True(t, able.Leq(jump(3), jump(2)))
	require.False(t, able.Equal(jump(3), jump(4)))
	require.True(t, able.Equal(jump(4), jump(7)))
	w, _ := able.Widen(jump(1), jump(2))
	to, _ := able.Widen(jump(1), jump(2), 7)
	n, _ := able.Narrow(jump(2), jump(1))
	require.Equal(t, []int{100, 101, 300}, []int{w.n, to.n, n.n})
	require.True(t, base.OperatorsOf(func(a, b *jumper) bool { return true }, nil).Leq(jump(9), jump(0)))
}
