package dataflow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// A ticket is the state of a frame, which must not be used when it was given back.
type ticket struct {
	t    *testing.T
	back bool
	n    int
}

func (k *ticket) Clone() *ticket                  { c := *k; return &c }
func (k *ticket) Merge(o *ticket) (*ticket, bool) { return k, false }
func (k *ticket) used(what string) *ticket        { require.False(k.t, k.back, what); k.n++; return k }

type tickets struct {
	t           *testing.T
	given, back int
}

func (c *tickets) analysis() dataflow.Analysis[*ticket] {
	return dataflow.Analysis[*ticket]{
		Entry: c.Entry, Step: c.Step,
		Calls:  dataflow.Calls[*ticket]{Exit: c.Exit, Return: c.Return},
		Tuning: dataflow.Tuning[*ticket]{Reuse: c.Reuse},
	}
}

func (c *tickets) Entry(envs.Env, *envs.Func) *ticket {
	c.given++
	return &ticket{t: c.t}
}
func (c *tickets) Step(_ envs.Env, _ *envs.Op, s *ticket) *ticket { return s.used("in a step") }
func (c *tickets) Exit(_ envs.Env, _ *envs.Op, s *ticket) *ticket { return s.used("at the end") }
func (c *tickets) Return(_ envs.Env, _ *envs.Op, exit, s *ticket) *ticket {
	exit.used("where it was called")
	return s.used("by a caller")
}
func (c *tickets) Reuse(s *ticket) {
	s.used("when it is given back")
	s.back = true
	c.back++
}

// A run gives back the state of each frame once, when nobody asks for it any more.
func TestStatesAreGivenBack(t *testing.T) {
	p, err := ir.Parse("x.plx", `
func leaf(n) { return n + 1 }
func twice(n) { return leaf(leaf(n)) }
func fails() { throw 1 }
func main() {
	t = spawn twice(2)
	try { fails() } catch e { }
	n = twice(1)
	join t
}`)
	require.NoError(t, err)
	c := &tickets{t: t}
	w := dataflow.NewReplay[*ticket](p, "tickets", c.analysis().Alone)
	require.NoError(t, w.Run(t.Context(), p.Run(1, ir.Options{})))
	require.Equal(t, 8, c.given)
	require.Equal(t, c.given, c.back)
}

// In a run nobody else needs what a callee hands over: that is said. Over all paths somebody may.
func TestReturnLast(t *testing.T) {
	p, err := ir.Parse("x.plx", `
func leaf(n) { return n + 1 }
func main() { n = leaf(leaf(1)) }`)
	require.NoError(t, err)
	c := &tickets{t: t}
	last := 0
	an := c.analysis()
	an.Tuning.Reuse = nil
	an.Tuning.ReturnLast = func(env envs.Env, call *envs.Op, exit, s *ticket) *ticket {
		last++
		return c.Return(env, call, exit, s)
	}
	require.NoError(t, dataflow.NewReplay[*ticket](p, "tickets", an.Alone).Run(t.Context(), p.Run(1, ir.Options{})))
	require.Equal(t, 2, last)
	_, err = dataflow.Fixpoint(t.Context(), p, "tickets", an.Alone, dataflow.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, last)
}
