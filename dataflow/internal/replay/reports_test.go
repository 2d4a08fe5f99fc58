package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// A report is counted once for each execution of its place: not again where a step makes it twice, nor where a later
// one knows more of it.
func TestReportsAreCountedByExecution(t *testing.T) {
	f := envstest.Function("f",
		envstest.Op(envs.Store, 0, 0, 0), envstest.Op(envs.Load, 1, 0), envstest.Op(envs.Return, 0))
	env := NewEnv(envstest.ProgramOf(f))
	r := New(env, Analysis[nothing]{
		Entry: func(envs.Env, *envs.Func) nothing { return nothing{} },
		Step: func(env envs.Env, op *envs.Op, s nothing) nothing {
			switch op.Kind {
			case envs.Store:
				env.Report(envs.Report{Kind: "written"})
				env.Report(envs.Report{Kind: "written"})
			case envs.Load:
				env.Report(envs.Report{Kind: "written", At: envs.At(0, 0), Again: true, Rank: 1})
				env.Report(envs.Report{Kind: "read", At: envs.At(0, 0)})
			}
			return s
		},
		Gathered: nothing{},
	})
	w := NewWatch(env, r)
	event := func(ev envs.Event) { require.NoError(t, w.Event(&ev)) }
	event(envs.Event{Kind: envs.Enter, Thread: 1})
	for _, pc := range []int32{0, 1, 0, 0, 1} {
		event(envs.Event{Kind: envs.Step, Thread: 1, PC: pc})
	}
	counts, ranks := map[string]int64{}, map[string]int{}
	r.Reports(func(at envs.Point, rep envs.Report, runs int64) {
		require.Equal(t, envs.At(0, 0), at)
		counts[rep.Kind], ranks[rep.Kind] = runs, rep.Rank
	})
	require.Equal(t, map[string]int64{"written": 3, "read": 2}, counts)
	require.Equal(t, 1, ranks["written"], "what is known later is told")
}
