package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// nothing is the state of an analysis that knows nothing, and what it gathers.
type nothing struct{}

func (n nothing) Clone() nothing                      { return n }
func (n nothing) Merge(nothing) (nothing, bool)       { return n, false }
func (nothing) Again() bool                           { return false }
func (nothing) Forget(bool, envs.Lock, envs.Variable) {}

// A thread that has ended is forgotten, however many there are.
func TestThreadsAreForgotten(t *testing.T) {
	f := envstest.Function("f", envstest.Op(envs.Fork, 0), envstest.Op(envs.Store, 0, 0, 0), envstest.Op(envs.Return, 0))
	env := NewEnv(envstest.ProgramOf(f))
	r := NewWatch(env, New(env, Analysis[nothing]{
		Entry:    func(envs.Env, *envs.Func) nothing { return nothing{} },
		Step:     func(_ envs.Env, _ *envs.Op, s nothing) nothing { return s },
		Gathered: nothing{},
	}))
	event := func(ev envs.Event) { require.NoError(t, r.Event(&ev)) }
	event(envs.Event{Kind: envs.Enter, Thread: 1})
	for id := envs.Thread(2); id < 1000; id++ {
		event(envs.Event{Kind: envs.Step, Thread: 1, Obj: uint64(id)})
		event(envs.Event{Kind: envs.Enter, Thread: id})
		event(envs.Event{Kind: envs.Step, Thread: id, PC: 1, Obj: uint64(id)})
		event(envs.Event{Kind: envs.Signal, Thread: id, Obj: uint64(id)})
		event(envs.Event{Kind: envs.Leave, Thread: id})
		event(envs.Event{Kind: envs.End, Thread: id})
		event(envs.Event{Kind: envs.Observe, Done: true, Thread: 1, Obj: uint64(id)})
		event(envs.Event{Kind: envs.Forget, Thread: 1, Obj: uint64(id)})
	}
	require.Len(t, r.threads, 1)
	require.Equal(t, int32(2), r.size, "their places are used again")
}

// recordedProgram is what a file has recorded.
type recordedProgram struct{ *envstest.Program }

func (recordedProgram) Knows() *envs.Knowledge { return &envs.Knowledge{Recorded: true} }

// An analysis hears of a thread that does not finish: one that an exception leaves, and one that is open at the end. It
// enters by Enter what code calls that is not seen.
func TestUnfinishedAndUnseen(t *testing.T) {
	f := envstest.Function("f", envstest.Op(envs.Store, 0, 0, 0), envstest.Op(envs.Return, 0))
	env := NewEnv(recordedProgram{envstest.ProgramOf(f)})
	var ended []Message
	unseen := 0
	w := NewWatch(env, New(env, Analysis[nothing]{
		Entry: func(envs.Env, *envs.Func) nothing { return nothing{} },
		Step:  func(_ envs.Env, _ *envs.Op, s nothing) nothing { return s },
		Enter: func(_ envs.Env, call *envs.Op, s nothing, _ *envs.Func) (nothing, string) {
			if call == UnseenCall {
				unseen++
			}
			return s, ""
		},
		Signals:  func(_ envs.Env, m Message, _ nothing) { ended = append(ended, m) },
		Gathered: nothing{}, Unfinished: true,
	}))
	for _, ev := range []envs.Event{
		{Kind: envs.Enter, Thread: 1}, {Kind: envs.Step, Thread: 1},
		{Kind: envs.Enter, Thread: 2}, {Kind: envs.Step, Thread: 2}, {Kind: envs.Leave, Thread: 2}, // by an exception
		{Kind: envs.Enter, Thread: 3}, {Kind: envs.Step, Thread: 3}, {Kind: envs.Step, Thread: 3, PC: 1},
		{Kind: envs.Leave, Thread: 3, Done: true},
		{Kind: envs.Enter, Thread: 1}, // by code that is not seen: the operation below is no call
	} {
		require.NoError(t, w.Event(&ev))
	}
	require.NoError(t, w.End())
	store := &f.Ops[0]
	require.Equal(t, []Message{
		{Kind: envs.Leave, Thread: 2, At: envs.At(0, 0), Op: store},
		{Kind: envs.Leave, Thread: 1, At: envs.At(0, 0), Op: store},
	}, ended)
	require.Equal(t, 1, unseen)
}
