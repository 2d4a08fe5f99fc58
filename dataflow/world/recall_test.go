package world_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
)

// twice asks about locks at each operation, and again of an environment that recalls nothing.
type twice struct {
	everything
	needs []dataflow.AnyFacet
	t     *testing.T
	held  int
}

func (c *twice) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, c.needs...)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.NoState, Step: c.Step,
	}
}

func (c *twice) Step(_ envs.Env, _ *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	locks, asks := world.Unrecalled(c.Locks), slices.Contains(c.needs, dataflow.AnyFacet(world.LockSets))
	for range 2 {
		was, ok := locks.MayLocks()
		is, now := c.MayLocks()
		require.Equal(c.t, was, is)
		require.Equal(c.t, ok, now)
		c.held += len(is)
		if asks {
			require.Equal(c.t, world.Unrecalled(c.LockSets).MustLocks(), c.MustLocks())
		}
	}
	return s
}

// What is recalled of the locks held is what is found anew, at each operation in each context.
func TestRecall(t *testing.T) {
	for _, needs := range [][]dataflow.AnyFacet{{}, {world.LockSets}, {world.Memory, world.LockSets}} {
		held := 0
		for seed := range uint64(40) {
			text := irgen.Blocks(irgen.Seeded(seed))
			if seed%2 == 0 {
				text = irgen.Program(irgen.Seeded(seed), irgen.Options{})
			}
			p, err := ir.Parse("generated.plx", text)
			require.NoError(t, err)
			c := &twice{needs: needs, t: t}
			_, err = dataflow.Fixpoint(context.Background(), p, "twice", c.analysis, dataflow.Options{})
			require.NoError(t, err)
			held += c.held
		}
		require.Greater(t, held, 200)
	}
}
