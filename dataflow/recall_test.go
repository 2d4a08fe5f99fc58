package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// twice asks about locks at each operation, and again of an environment that recalls nothing.
type twice struct {
	needs dataflow.Needs
	t     *testing.T
	held  int
}

func (c *twice) analysis() dataflow.Analysis[dataflow.Nothing] {
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.NoState, Step: c.Step,
		Needs: c.Needs(),
	}
}

func (c *twice) Needs() dataflow.Needs { return c.needs }

func (c *twice) Step(env envs.Env, _ *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	fresh := dataflow.Unrecalled(env)
	for range 2 {
		was, ok := fresh.MayLocks()
		is, now := env.MayLocks()
		require.Equal(c.t, was, is)
		require.Equal(c.t, ok, now)
		c.held += len(is)
		if c.needs.Has(dataflow.NeedLockSets) {
			require.Equal(c.t, fresh.MustLocks(), env.MustLocks())
		}
	}
	return s
}

// What is recalled of the locks held is what is found anew, at each operation in each context.
func TestRecall(t *testing.T) {
	for _, needs := range []dataflow.Needs{0, dataflow.NeedLockSets, dataflow.NeedAccesses | dataflow.NeedLockSets} {
		held := 0
		for seed := range uint64(40) {
			text := irgen.Blocks(irgen.Seeded(seed))
			if seed%2 == 0 {
				text = irgen.Program(irgen.Seeded(seed), irgen.Options{})
			}
			p, err := ir.Parse("generated.plx", text)
			require.NoError(t, err)
			c := &twice{needs: needs, t: t}
			_, err = dataflow.Fixpoint(context.Background(), p, "twice", c.analysis().Alone, dataflow.Options{})
			require.NoError(t, err)
			held += c.held
		}
		require.Greater(t, held, 200)
	}
}
