package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// A list is built and another one is given away.
func Example() {
	if err := show(context.Background(), os.Stdout, []string{"testdata/given.plx"}); err != nil {
		panic(err)
	}
	// Output:
	// testdata/given.plx:8:1: main: a is the last new at 5:6
	// testdata/given.plx:8:1: main: a.C.f and b may be one object
	// testdata/given.plx:8:1: main: b is of others or the last new at 6:8 or nil
	// testdata/given.plx:8:1: main: new at 5:6 is local
	// testdata/given.plx:8:1: main: new at 6:8 is found by others since 7:2
}

func TestShipped(t *testing.T) {
	var out strings.Builder
	require.NoError(t, show(context.Background(), &out, nil))
	for _, line := range []string{
		"17:15: build: list may be nil: it is the last new at 11:10 or nil", // no round of the loop, as far as is known
		"19:1: build: first is an earlier new at 11:10 or nil",
		"19:1: build: list and node are one object",
		"19:1: build: list.Node.next and first may be one object",
		"19:1: build: me and them are one object",
		"30:1: give: new at 23:9 is local",
		"30:1: give: new at 24:10 is found by others since 26:2 and written at 27:8",
		"30:1: give: y is of others or the last new at 24:10 or the last new at 25:15 or nil",
	} {
		require.Contains(t, out.String(), "testdata/list.plx:"+line+"\n")
	}
	require.NotContains(t, out.String(), "list and list.Node.next")
	require.ErrorContains(t, show(context.Background(), &out, []string{"testdata/none.plx"}), "none.plx")
}

// What registers hold in a run is among what they may: nil only where that is said, and
// one object only where two may lead to one.
func TestSound(t *testing.T) {
	compared := 0
	for text := range checkertest.Generated(20, drawn.Sharing) {
		p, err := ir.Parse("x.plx", text)
		require.NoError(t, err, text)
		at := map[envs.Point]heap{}
		an := newChecker().analysis()
		step := an.Step
		an.Step = func(env envs.Env, op *envs.Op, s state) state {
			at[env.Point()] = s.Value()
			return step(env, op, s)
		}
		_, err = dataflow.NewAnalyzer("heap", "", an.Alone).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err, text)
		p.Run(3, ir.Options{MaxSteps: 300, Observe: func(c *ir.State) {
			h, ok := at[c.Point()]
			require.True(t, ok, text)
			for r := envs.Reg(1); int(r) < p.Func(c.Point().Func()).Regs; r++ {
				x := memories.Var(h.First, variable(r))
				_, number := c.Reg(r).Int()
				require.True(t, x.MayBeNil() || !number && !c.Reg(r).IsNil(), "%s: r%d is nil\n%s", p.Position(c.Point()), r, text)
				for q := range r {
					if _, number := c.Reg(q).Int(); q > 0 && !number && !c.Reg(q).IsNil() && c.Reg(q) == c.Reg(r) {
						compared++
						require.True(t, pointers.MayAlias(x, memories.Var(h.First, variable(q))), "%s: r%d is %v and r%d is %v\n%s",
							p.Position(c.Point()), r, x, q, memories.Var(h.First, variable(q)), text)
					}
				}
			}
		}}).Result()
	}
	require.Positive(t, compared)
}

func TestLaws(t *testing.T) {
	if testing.Short() {
		// 6 s. The suite writes whole memories down as text, before and after each law, to see that no law changes one.
		t.Skip("the laws compare whole memories as text")
	}
	var seen []state
	for _, name := range []string{"testdata/given.plx", "testdata/list.plx"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		p, err := ir.Parse(name, string(text))
		require.NoError(t, err)
		an := newChecker().analysis()
		step := an.Step
		an.Step = func(env envs.Env, op *envs.Op, s state) state {
			seen = append(seen, s)
			return step(env, op, s)
		}
		_, err = dataflow.NewAnalyzer("heap", "", an.Alone).Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(t, err)
	}
	latticetest.CheckState(t, rapid.SampledFrom(seen))
}
