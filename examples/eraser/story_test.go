package eraser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/eraser"
)

// However many accesses a lock keeps apart, the pairs begin with those that may be a race, each told
// once.
func TestPairsBeginWithRaces(t *testing.T) {
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
	analyzer := eraser.Analyzer()
	require.NoError(t, analyzer.Flags.Set("pairs", "true"))
	result, err := analyzer.Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
	require.Len(t, result.Findings, 1)
	var pairs []string
	seen := map[string]bool{}
	for _, n := range result.Findings[0].Story {
		if !strings.Contains(n.Text, "by another thread") {
			continue
		}
		text := n.Pos.String() + n.Text
		require.False(t, seen[text], text)
		seen[text] = true
		pairs = append(pairs, n.Text)
	}
	require.Contains(t, pairs[0], "a race with the access at")
	require.Contains(t, pairs[1], "but no race with the access at")
}
