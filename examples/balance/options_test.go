package balance_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/balance"
)

const options = `class Account { balance = 10 }
final account = new Account
func lockAll() {
	acquire account
}
func take() acquires account {
	acquire account
}
func giveBack() {
	release account
}
func helper(n) {
	acquire account
	return n
}
root func uses() {
	n = helper(1)
	giveBack()
}
root func panics(n) {
	acquire account
	if n > 3 {
		throw 1
	}
	release account
}
func main() {
	lockAll()
	giveBack()
	take()
	giveBack()
}`

// found are the kinds and lines that a checker with a flag finds over all paths.
func found(t *testing.T, flag string) map[string][]int {
	program, err := ir.Parse("options.plx", options)
	require.NoError(t, err)
	a := balance.Analyzer()
	if flag != "" {
		require.NoError(t, a.Flags.Set(flag, "true"))
	}
	paths, err := a.Fixpoint(context.Background(), program, dataflow.Options{})
	require.NoError(t, err)
	found := map[string][]int{}
	for _, f := range paths.Findings {
		for _, site := range f.Sites() {
			found[f.Kind] = append(found[f.Kind], site.Line)
		}
	}
	return found
}

func TestOptions(t *testing.T) {
	require.Empty(t, found(t, ""))
	require.Equal(t, map[string][]int{balance.Left: {23}}, found(t, "panics"))
	require.Equal(t, map[string][]int{balance.Keeps: {5, 8, 14}}, found(t, "kept"))
	all := found(t, "all")
	require.Subset(t, all[balance.Left], []int{5, 8, 14, 23})
	require.Subset(t, all[balance.Unheld], []int{10})
}
