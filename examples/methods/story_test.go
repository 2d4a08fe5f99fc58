package methods_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/methods"
)

// The story of a finding names the lock of each block, where it has a name.
func TestStoryNamesLocks(t *testing.T) {
	p, err := ir.Parse("account.plx", `class Account { balance }
final acc = new Account
func update() {
	sync acc { old = acc.balance }
	sync acc { acc.balance = old + 1 }
}
func main() {
	t = spawn update()
	u = spawn update()
}`)
	require.NoError(t, err)
	result, err := methods.Analyzer().Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Len(t, result.Findings, 1)
	var story []string
	for _, n := range result.Findings[0].Story {
		story = append(story, n.Text)
	}
	require.Equal(t, []string{
		"acc is taken for a critical section of the method", "Account.balance is read in it",
		"acc is taken for another critical section of the method", "Account.balance is written in it",
		"acc is taken for a critical section that another thread may execute meanwhile", "Account.balance is written in it",
	}, story)
}
