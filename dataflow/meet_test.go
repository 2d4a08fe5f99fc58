package dataflow_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// meetings notes what operations are about.
type meetings struct {
	dataflow.Frameless
	at map[string]envs.Lock
	in map[string]envs.Segment
	ok map[string]bool
}

func (m *meetings) Needs() dataflow.Needs { return dataflow.Segments | dataflow.Meetings }

func (m *meetings) Step(env envs.Env, op *envs.Op, s dataflow.Nothing) dataflow.Nothing {
	key := env.Func().Name + " " + op.Kind.String()
	switch op.Kind {
	case envs.Acquire, envs.Notify, envs.Join:
	case envs.Return:
		if !env.MayEnd() {
			return s
		}
	default:
		return s
	}
	m.at[key], m.in[key] = env.Lock(), env.Segment()
	if op.Kind == envs.Join {
		_, known := m.in["work acquire"]
		m.ok["overlap"] = !known || env.MayOverlap(env.Segment(), m.in["work acquire"])
		m.ok["same"] = m.at["work return"] == 0 || env.MayBeSame(env.Lock(), m.at["work return"])
		m.ok["other"] = env.MayBeSame(env.Lock(), m.at["main acquire"])
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
	_, err = dataflow.Fixpoint(context.Background(), p, "meetings", m, dataflow.Options{})
	require.NoError(t, err)
	check(m)
	m = fresh()
	require.NoError(t, dataflow.NewReplay(p, "meetings", m).Run(context.Background(), p.Run(1, ir.Options{})))
	check(m)
	require.Equal(t, m.at["work return"], m.at["main join"])
}
