package world

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// What a frame knows of threads after some operations passes the laws. It has handles, and two objects to wait at.
func TestThreadLaws(t *testing.T) {
	p, err := ir.Parse("x.plx", "func main() { }")
	if err != nil {
		t.Fatal(err)
	}
	a := newThreads(p)
	told := told{lo: 1, hi: 1}
	a.waits.byFunc[0] = &waits{count: 2, at: map[int32][]waitOp{
		5: {{kind: makes, n: 1}},
		6: {{index: 1, kind: makes}},
		7: {{index: 1, kind: announces, n: 1}},
		8: {{kind: isTold, told: told}, {index: 1, kind: isTold, told: told}},
		9: {{kind: awaits}, {index: 1, kind: awaits}},
	}}
	latticetest.StateSuite[*threadState]{
		States: rapid.Custom(func(t *rapid.T) *threadState {
			s := &threadState{of: a.factTable, fact: a.number(threadFact{Fact: facts.Main()})}
			reg := func(name string) envs.Reg { return envs.Reg(rapid.IntRange(1, 3).Draw(t, name)) }
			for range rapid.IntRange(0, 8).Draw(t, "operations") {
				op := rapid.SampledFrom([]envs.Op{
					{Kind: envs.Fork, Dst: reg("to"), Results: 1, Callee: &envs.Callee{Funcs: []envs.FuncID{0}}},
					{Kind: envs.Join, Uses: []envs.Reg{reg("thread")}},
					{Kind: envs.Move, Dst: reg("to"), Results: 1, Uses: []envs.Reg{reg("from")}},
					{Kind: envs.Call},
					{Kind: envs.Const, Dst: reg("to"), Results: 1},
				}).Draw(t, "operation")
				op.PC = rapid.Int32Range(0, 9).Draw(t, "at")
				s = a.step(&op, envs.At(0, op.PC), s)
			}
			return s
		}),
		Fingerprint: func(s *threadState) string { return fmt.Sprint(s.fact, s.handles, s.tells) },
	}.Check(t)
}

// In whichever order threads are started, what a frame knows of their handles is written in one way.
func TestHandlesHaveOneOrder(t *testing.T) {
	p, err := ir.Parse("x.plx", "func main() { }")
	require.NoError(t, err)
	a := newThreads(p)
	after := func(forks ...int32) []handle {
		s := &threadState{of: a.factTable, fact: a.number(threadFact{Fact: facts.Main()})}
		for _, pc := range forks {
			op := envs.Op{Kind: envs.Fork, PC: pc, Dst: envs.Reg(pc), Results: 1,
				Callee: &envs.Callee{Funcs: []envs.FuncID{0}}}
			s = a.step(&op, envs.At(0, pc), s)
		}
		return s.handles
	}
	require.Len(t, after(1, 5), 2)
	require.Equal(t, after(1, 5), after(5, 1))
}
