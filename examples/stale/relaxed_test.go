package stale

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var relaxedMode = checkertest.Checker{Analyzer: Analyzer, Flags: []string{"relaxed=true"}}

// Each kind, its twins, and what the rule suppresses.
func TestRelaxedGo(t *testing.T) {
	static, dynamic := relaxedMode.Both(t, "testdata/relaxed")
	require.Empty(t, dynamic, "nothing runs")
	c := relaxedMode
	checkertest.Go(t, c, "testdata/relaxed")

	of := func(name string) envs.Finding {
		i := slices.IndexFunc(static, func(f envs.Finding) bool {
			return strings.HasSuffix(f.Subject, "."+name) || strings.HasSuffix(f.Subject, ")."+name)
		})
		require.GreaterOrEqual(t, i, 0, name)
		return static[i]
	}
	insert := of("Insert")
	require.Contains(t, insert.Fix, "hold relaxed.Store.mu from the read to the write")
	require.Contains(t, insert.Why, "looked up, and inserted later")
	require.Equal(t, []string{
		"lock taken", "relaxed.Store.items read here under relaxed.Store.mu", "lock released: what was read may change from here on",
		"lock taken again", "relaxed.Store.items written here",
	}, texts(insert))
	require.Contains(t, of("Start").Fix, "CompareAndSwap")
	require.Contains(t, of("Cached").Fix, "LoadOrStore")
	require.Greater(t, of("Add").Rank, of("InsertIfOpen").Rank, "that it is closed only once lowers the rank")
	require.Contains(t, of("InsertIfOpen").Why, "what was read is only ever set to constants")
}

func texts(f envs.Finding) (list []string) {
	for _, n := range f.Story {
		list = append(list, n.Text)
	}
	return list
}
