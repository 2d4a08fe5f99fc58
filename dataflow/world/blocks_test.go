package world

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// blocks records in which blocks functions are entered, by name, and in which one the latest operation is.
type blocks struct {
	at    envs.Blocks
	entry map[string][]string
	now   envs.Block
}

func (c *blocks) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.at = Blocks.For(r)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (c *blocks) Entry(env envs.Env, fn *envs.Func) (n dataflow.Nothing) {
	c.entry[fn.Name] = append(c.entry[fn.Name], c.at.Block().String())
	env.Report(envs.Report{Kind: "entry", Message: "is dropped"})
	return n
}

func (c *blocks) Step(env envs.Env, op *envs.Op, n dataflow.Nothing) dataflow.Nothing {
	if c.now = c.at.Block(); op.Kind == envs.Return {
		env.Report(envs.Report{Kind: "return", Message: "returns"})
	}
	return n
}

func TestEntrySeesItsOwnLocks(t *testing.T) {
	lock := envs.Op{Kind: envs.Acquire, Path: &envs.Path{Root: envs.AtGlobal, Global: "g", Text: "g"}}
	p := program(
		function("f", lock, calling(0, 1), op(envs.Return, 0)),
		function("g", op(envs.Nop, 0), op(envs.Return, 0)),
		function("h", op(envs.Return, 0)))
	p.From = []envs.FuncID{0, 2}
	c := &blocks{entry: map[string][]string{}}
	res, err := dataflow.NewAnalyzer("blocks", "", c.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"f": {"none"}, "g": {"inherited"}, "h": {"none"}}, c.entry)
	require.Len(t, res.Findings, 3)
	for _, f := range res.Findings {
		require.NotEqual(t, "entry", f.Kind)
	}
}

// A lock of unknown identity is passed over, on its way in and out: nothing is
// left held.
func TestLockOperationWithoutIdentity(t *testing.T) {
	c := &blocks{entry: map[string][]string{}}
	r := dataflow.NewAnalyzer("blocks", "", c.analysis).Replay(program(function("f",
		op(envs.Acquire, 0), op(envs.Release, 0), op(envs.Return, 0))))
	require.NoError(t, r.Event(&envs.Event{Kind: envs.Enter, Thread: 1}))
	for pc := range int32(2) {
		c.now = envs.OuterBlock(0)
		require.NoError(t, r.Event(&envs.Event{Kind: envs.Step, Thread: 1, PC: pc}))
		require.True(t, c.now.None())
	}
	require.Zero(t, r.Executed(envs.Point{}))
}

// A run that ends with a lock held leaves nothing to the next.
func TestRunsOfOneReplayAreApart(t *testing.T) {
	p, err := ir.Parse("p.plx", "final a = new Node\nclass Node { f }\nfunc main() {\n\tacquire a\n\tx = a.f\n}\n")
	require.NoError(t, err)
	c := &blocks{entry: map[string][]string{}}
	r := dataflow.NewAnalyzer("blocks", "", c.analysis).Replay(p)
	for seed := range uint64(2) {
		require.NoError(t, r.Run(context.Background(), p.Run(seed, ir.Options{})))
	}
	require.Equal(t, []string{"none", "none"}, c.entry["main"])
}
