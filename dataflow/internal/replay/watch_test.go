package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// Events that no run has are refused, and shown to nobody. The run goes on.
func TestEventsThatDoNotFit(t *testing.T) {
	f := envstest.Function("f", envstest.Op(envs.Store, 0, 0, 0), envstest.Op(envs.Return, 0))
	env := NewEnv(envstest.ProgramOf(f))
	shown := 0
	w := NewWatch(env, New(env, Analysis[nothing]{
		Entry:    func(envs.Env, *envs.Func) nothing { return nothing{} },
		Step:     func(_ envs.Env, _ *envs.Op, s nothing) nothing { shown++; return s },
		Gathered: nothing{},
	}))
	event := func(kind envs.EventKind, thread envs.Thread, pc int32) error {
		return w.Event(&envs.Event{Kind: kind, Thread: thread, PC: pc})
	}
	require.ErrorContains(t, event(envs.Enter, 0, 0), "thread 0, which is none: want threads numbered from 1")
	require.NoError(t, event(envs.Forget, 0, 0), "it is of no thread")
	require.NoError(t, event(envs.Enter, 1, 0))
	require.NoError(t, event(envs.Step, 1, 0))
	require.NoError(t, event(envs.Step, 1, 1))
	require.EqualError(t, event(envs.Step, 1, 0),
		"thread 1: f executes operation 0 after its Return: want a Leave of the frame first")
	require.NoError(t, event(envs.Leave, 1, 0))
	require.Equal(t, 2, shown)
}
