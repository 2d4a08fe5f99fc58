package world_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// meetings notes what operations are about.
type meetings struct {
	everything
	at map[string]envs.Lock
	in map[string]envs.Segment
	ok map[string]bool
}

func (c *meetings) analysis(r *dataflow.Requires) dataflow.Analysis[dataflow.Nothing] {
	c.everything = worldOf(r, world.Segments, world.Meetings)
	return dataflow.Analysis[dataflow.Nothing]{
		Entry: dataflow.Nothing{}.Entry, Step: c.Step,
	}
}

func (m *meetings) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	key := env.Func().Name + " " + op.Kind.String()
	switch op.Kind {
	case envs.Acquire, envs.Notify, envs.Join:
	case envs.Return:
		if !m.MayEnd() {
			return s
		}
	default:
		return s
	}
	m.at[key], m.in[key] = m.Meeting(), m.Segment()
	if op.Kind == envs.Join {
		_, known := m.in["work acquire"]
		m.ok["overlap"] = !known || m.MayOverlap(m.Segment(), m.in["work acquire"])
		m.ok["same"] = m.at["work return"] == 0 || m.MayBeSame(m.Meeting(), m.at["work return"])
		m.ok["other"] = m.MayBeSame(m.Meeting(), m.at["main acquire"])
	}
	return s
}

// A Join is about the thread that it waits for, which its end is about, too, and begins
// while that may still do all that it does. A Notify is about the lock of the condition.
func TestMeetings(t *testing.T) {
	p, err := ir.Parse("x.plx", `
final a = new Object
final b = new Object

func work() {
	sync a {
		notify a
	}
}

func main() {
	t = spawn work()
	sync b {
		join t
	}
}
`)
	require.NoError(t, err)
	check := func(m *meetings) {
		require.NotZero(t, m.at["main join"])
		require.NotZero(t, m.at["work notify"])
		require.Equal(t, m.at["work acquire"], m.at["work notify"])
		require.Equal(t, map[string]bool{"overlap": true, "same": true, "other": false}, m.ok)
	}
	fresh := func() *meetings {
		return &meetings{at: map[string]envs.Lock{}, in: map[string]envs.Segment{}, ok: map[string]bool{}}
	}
	m := fresh()
	_, err = dataflow.NewAnalyzer("meetings", "", m.analysis).Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	check(m)
	m = fresh()
	require.NoError(t, dataflow.NewAnalyzer("meetings", "", m.analysis).
		Replay(p).Run(context.Background(), p.Run(1, ir.Options{})))
	check(m)
	require.Equal(t, m.at["work return"], m.at["main join"])
}

// grouped is a run whose threads are started in a group, of which it tells after each Fork.
type grouped struct {
	envs.Run
	prog  envs.Program
	group uint64
}

func (r grouped) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		frames := map[envs.Thread][]envs.FuncID{}
		for ev, err := range r.Run.Events() {
			if !yield(ev, err) {
				return
			}
			switch f := frames[ev.Thread]; ev.Kind {
			case envs.Enter:
				frames[ev.Thread] = append(f, ev.Func)
			case envs.Leave:
				frames[ev.Thread] = f[:len(f)-1]
			case envs.Step:
				if r.prog.Func(f[len(f)-1]).Ops[ev.PC].Kind != envs.Fork {
					continue
				}
				if ev.Direct, ev.Obj = true, r.group; !yield(ev, nil) {
					return
				}
			}
		}
	}
}

// The end of a thread that was started in a group is what those wait for who wait for the
// group. The Fork is executed once.
func TestEndInGroup(t *testing.T) {
	p, err := ir.Parse("x.plx", `
func first() {
}
func second() {
}
func main() {
	t = spawn first()
	join t
	spawn second()
}
`)
	require.NoError(t, err)
	ends := map[string]envs.Lock{}
	a := &asker{needs: []dataflow.AnyFacet{world.Meetings}, ask: func(env envs.Env, w *everything, op *envs.Op) {
		if op.Kind == envs.Return || op.Kind == envs.Join {
			ends[env.Func().Name+" "+op.Kind.String()] = w.Meeting()
		}
	}}
	r := dataflow.NewAnalyzer("asker", "", a.analysis).Replay(p)
	require.NoError(t, r.Run(context.Background(), grouped{p.Run(1, ir.Options{}), p, 1 << 40}))
	require.NotZero(t, ends["first return"])
	require.Equal(t, ends["first return"], ends["second return"])
	require.NotEqual(t, ends["first return"], ends["main join"])
	require.NotEqual(t, ends["first return"], ends["main return"])
	fork := slices.IndexFunc(p.Func(2).Ops, func(op envs.Op) bool { return op.Kind == envs.Fork })
	require.EqualValues(t, 1, r.Executed(envs.At(2, int32(fork))))
}
