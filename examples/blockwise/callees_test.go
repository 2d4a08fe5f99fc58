package blockwise_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// What functions do that others are handed is part of what those do, over all paths as in a run.
func TestCallees(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := checkertest.Checker{Analyzer: blockwise.Analyzer, Kinds: []string{"unserializable", "unserializable-order"}}
	checkertest.Go(t, c, "../checkertest/testdata/callees")
}

// A story says in which functions the accesses are, and what keeps others from them.
func TestStoryOfCallees(t *testing.T) {
	p, err := ir.Parse("x.plx", `class Account { balance }
final a = new Account
volatile total
func get() {
	sync a { return a.balance }
}
func set(n) {
	sync a { a.balance = n }
}
root atomic func add() {
	n = get()
	set(n + 1)
}
root atomic func count() {
	n = total
	total = n + 1
}
func main() {
	t = spawn add()
	add()
	count()
	join t
	t = spawn count()
	count()
	join t
}
`)
	require.NoError(t, err)
	want := map[string][]string{
		"add": {
			"5 Account.balance is read here under a, in get",
			"8 Account.balance is written by another thread under a, in set",
			"8 Account.balance is written here under a, in set",
		},
		"count": {
			"15 total is read here by an atomic operation",
			"16 total is written by another thread by an atomic operation",
			"16 total is written here by an atomic operation",
		},
	}
	c := checkertest.Checker{Analyzer: blockwise.Analyzer, Offline: true}
	for side, fs := range map[string][]envs.Finding{"paths": c.Static(t, p),
		"run": c.Dynamic(t, p, checkertest.Schedules(p, 20)...)} {
		got := map[string][]string{}
		for _, f := range fs {
			for _, line := range checkertest.Story(f) { // over all paths the object has two names
				got[f.Subject] = append(got[f.Subject], strings.ReplaceAll(line, " and the object itself", ""))
			}
		}
		require.Equal(t, want, got, side)
	}
}
