package dataflow_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
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

// sum is how many operations were executed, up to a limit.
type sum struct{ n int }

func (s *sum) Clone() *sum { return &sum{s.n} }
func (s *sum) Merge(o *sum) (*sum, bool) {
	grew := o.n > s.n
	s.n = max(s.n, o.n)
	return s, grew
}

// summing adds what callees have executed: to a copy, or to what they hand over if it takes that.
func summing(takes bool) dataflow.Analysis[*sum] {
	add := func(_ envs.Env, _ *envs.Op, exit, s *sum) *sum {
		if !takes {
			exit = exit.Clone()
		}
		exit.n = min(exit.n+s.n, 40)
		return exit
	}
	return dataflow.Analysis[*sum]{
		Entry: func(envs.Env, *envs.Func) *sum { return &sum{} },
		Step: func(env envs.Env, op *envs.Op, s *sum) *sum {
			s.n = min(s.n+1, 40)
			env.Report(envs.Report{Kind: "sum", Subject: fmt.Sprint(s.n)})
			return s
		},
		Calls: dataflow.Calls[*sum]{
			Exit: func(_ envs.Env, _ *envs.Op, s *sum) *sum { return s }, Return: add, Thrown: add,
		},
		Tuning: dataflow.Tuning[*sum]{Takes: takes},
	}
}

// Who takes what a callee hands over is given a clone where others need it: it finds the same as who copies it.
func TestTakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := irgen.Program(func(label string, n int) int { return rapid.IntRange(0, n-1).Draw(t, label) }, irgen.Options{})
		p, err := ir.Parse("generated.plx", src)
		require.NoError(t, err)
		var found [2][2][]envs.Finding
		for i, takes := range []bool{false, true} {
			paths, err := dataflow.Fixpoint(t.Context(), p, "sum", summing(takes).Alone, dataflow.Options{})
			require.NoError(t, err)
			w := dataflow.NewReplay(p, "sum", summing(takes).Alone)
			require.NoError(t, w.Run(t.Context(), p.Run(1, ir.Options{MaxSteps: 500})))
			found[i] = [2][]envs.Finding{paths.Findings, w.Findings()}
		}
		require.Equal(t, found[0], found[1], "\n%s", src)
	})
}
