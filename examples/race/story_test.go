package race_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/race"
)

// However many accesses a lock keeps apart, the story begins with those that may be a race, and
// tells of each place once.
func TestStoryBeginsWithRaces(t *testing.T) {
	var threads, starts strings.Builder
	for i := range 12 {
		fmt.Fprintf(&threads, "func add%d() { sync acc { acc.balance = %d } }\n", i, i)
		fmt.Fprintf(&starts, "\ta%d = spawn add%d()\n\tb%d = spawn add%d()\n", i, i, i, i)
	}
	p, err := ir.Parse("account.plx", `class Account { balance }
final acc = new Account
`+threads.String()+`func reset() { acc.balance = 0 }
func main() {
`+starts.String()+`	r = spawn reset()
}`)
	require.NoError(t, err)
	result, err := race.Analyzer().Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Len(t, result.Findings, 1)
	f := result.Findings[0]
	require.Equal(t, 3, f.Pos.Line, "add0")
	require.Equal(t, "written by another thread", f.Story[0].Text)
	require.Equal(t, 15, f.Story[0].Pos.Line, "reset")
	seen := map[string]bool{}
	for _, n := range f.Story {
		text := n.Pos.String() + n.Text
		require.False(t, seen[text], text)
		seen[text] = true
	}
	require.Contains(t, f.Story[1].Text, "which is no race: a common lock")
}
