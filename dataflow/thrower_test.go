package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// writes knows whether something was written, in this frame or in one that it has called.
type writes struct{}

func (c writes) analysis() dataflow.Analysis[wrote] {
	return dataflow.Analysis[wrote]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return, Thrown: c.Thrown,
	}
}

type wrote bool

func (w wrote) Clone() wrote                { return w }
func (w wrote) Merge(o wrote) (wrote, bool) { return w || o, bool(o && !w) }

func (writes) Entry(envs.Env, *envs.Func) wrote                           { return false }
func (writes) Return(_ envs.Env, _ *envs.Op, exit, w wrote) wrote         { return w || exit }
func (writes) Thrown(_ envs.Env, _ *envs.Op, thrown wrote, w wrote) wrote { return w || thrown }

func (writes) Step(env envs.Env, op *envs.Op, w wrote) wrote {
	if op.Kind == envs.Notify && w {
		env.Report(envs.Report{Kind: "after"})
	}
	return w || op.Kind == envs.Store
}

// What a callee knows that an exception leaves comes to the caller's handler, through frames that have
// none, over all paths and in a run.
func TestThrown(t *testing.T) {
	p, err := ir.Parse("x.plx", `final o = new Object
var x
func write() {
	x = 1
	throw 1
}
func through() { write() }
func plain() { throw 1 }
func main() {
	sync o {
		try { plain() } catch e { notify o }
		try { through() } catch e { notify o } // here
	}
}
`)
	require.NoError(t, err)
	static, err := dataflow.NewAnalyzer("writes", "", writes{}.analysis().Alone).
		Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	w := dataflow.NewAnalyzer("writes", "", writes{}.analysis().Alone).Replay(p)
	require.NoError(t, w.Run(context.Background(), p.Run(1, ir.Options{})))
	for _, fs := range [][]envs.Finding{static.Findings, w.Findings()} {
		require.Len(t, fs, 1)
		require.Equal(t, 12, fs[0].Pos.Line)
		require.Empty(t, fs[0].Also)
	}
}
