package transactions_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// narrator reports what each operation does.
type narrator struct{}

func (c narrator) analysis() dataflow.Analysis[at] {
	return dataflow.Analysis[at]{
		Entry: c.Entry, Step: c.Step,
	}
}

func (narrator) Entry(envs.Env, *envs.Func) (s at) { return s }

func (narrator) Step(env envs.Env, op *envs.Op, s at) at {
	if deed := transactions.Deed(env, env.Point()); deed != "something is done" {
		start := envs.At(env.Func().ID, 0)
		env.Report(envs.Report{Kind: "deed", Message: deed, Evidence: []envs.Evidence{
			{At: env.Point(), Text: transactions.Gap(env, start, env.Point())},
			{At: env.Point(), Text: transactions.Gap(env, env.Point(), env.Point())},
		}})
	}
	return s
}

// A deed says what is done, to what.
func TestDeed(t *testing.T) {
	p, err := ir.Parse("x.plx", `
class Account { balance }
final a = new Account
func get(x) {
	r = x.balance
	return r
}
func main() {
	t = spawn get(a)
	sync a {
		a.balance = 1
		wait a
		notifyall a
	}
	b = get(a)
	join t
	u = spawn get(a)
}`)
	require.NoError(t, err)
	res, err := dataflow.NewAnalyzer("narrator", "", narrator{}.analysis().Alone).
		Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	waits := ""
	told, gaps := map[int]string{}, map[int]string{}
	for _, f := range res.Findings {
		told[f.Pos.Line], gaps[f.Pos.Line] = f.Message, f.Story[0].Text
		if f.Pos.Line == 12 {
			waits = f.Story[1].Text
		}
	}
	require.Equal(t, map[int]string{
		5:  "Account.balance is read",
		9:  "a thread is started",
		10: "a is taken",
		11: "Account.balance is written",
		12: "a is given back for a wait",
		13: "those are notified who wait at a",
		14: "a is given back",
		15: "get is called",
		16: "a thread is waited for",
		17: "a thread is started",
	}, told)
	require.Equal(t, "after a thread is started and before a is taken", gaps[10])
	require.Equal(t, "after a thread is started and before that is done again", gaps[17])
	require.Equal(t, "after a thread is started and before that is done again", gaps[9], "one operation")
	require.Equal(t, "after a is given back for a wait", waits)
}
