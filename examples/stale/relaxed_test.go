package stale

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

var relaxedMode = checkertest.Checker{Analyzer: Analyzer}

// Each kind, its twins, and what the rule suppresses.
func TestRelaxedGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
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
	require.Contains(t, insert.Fix, "hold main.Store.mu from the read to the write")
	require.Contains(t, insert.Why, "looked up, and inserted later")
	require.Equal(t, []string{
		"lock taken", "main.Store.items read here under main.Store.mu",
		"lock released: what was read may change from here on",
		"lock taken again", "main.Store.items written here",
	}, texts(insert))
	require.Contains(t, of("Start").Fix, "CompareAndSwap")
	require.Contains(t, of("Cached").Fix, "LoadOrStore")
	require.Len(t, of("AddByCalls").Also, 1)
	require.Equal(t, []string{
		"main.Store.n read here under main.Store.mu", "lock released: what was read may change from here on",
		"written by (*Store).set", "main.Store.n written here", "also by way of (*main.Store).DoubleByCalls",
	}, texts(of("AddByCalls"))[1:])
	require.False(t, slices.ContainsFunc(static,
		func(f envs.Finding) bool { return strings.HasSuffix(f.Subject, "DoubleByCalls") }), "one defect is one finding")
	require.Contains(t, of("FindOrInsert").Why, "looked up, and inserted later")
	require.Contains(t, of("Join").Why, "what is written is what is there, changed")
	require.Contains(t, of("Count").Why, "it is read again, which decides something else")
	require.Contains(t, of("bump").Why, "most callers hold main.Counted.mu, as most do who write what was read")
	require.NotContains(t, of("refill").Why, "most callers hold main.Cached.mu, as most do who write what was read")
	const claimed = "the section that read it has claimed the act, by what it has tested and set"
	require.Contains(t, of("SumUpOnce").Why, claimed)
	require.NotContains(t, of("SumUp").Why, claimed)
	require.Equal(t, 65, of("SumUpOnce").Rank, "80 without the claim")
	require.Contains(t, of("SumUpAlone").Why, claimed)
	require.Contains(t, of("StopOnce").Why, claimed)
	require.Equal(t, "main.Flagged.state was read in an earlier section of main.Flagged.mu, "+
		"and decides whether main.Flagged.n is written", of("AddIfOpen").Message)
	require.NotContains(t, of("AddIfOpen").Why, "not all writes are under the lock",
		"what the maker writes does not count")
	require.NotContains(t, of("StopIfBusy").Why, claimed)
	const alone = "most callers are in the thread that begins with (*main.Log).run, one for each object, " +
		"as are most who write what was read"
	require.Contains(t, of("append").Why, alone)
	require.NotContains(t, of("watch").Why, alone, "another thread writes what it has read")
	require.Contains(t, of("Raise").Why, "only one function writes what was read")
	require.Equal(t, of("Widen").Rank-15, of("Raise").Rank, "one thread alone may do so")
	require.Less(t, of("bump").Rank, of("Start").Rank)
	require.Greater(t, of("Add").Rank, of("InsertIfOpen").Rank, "that it is closed only once lowers the rank")
	require.Equal(t, of("Correct").Rank-20, of("Forget").Rank, "it is forgotten twice as if once")
	require.Contains(t, of("Forget").Why, "what was read is set to a constant, as it is if another thread does so, too")
	const limit = "it is compared with a number, as with a limit"
	require.Contains(t, of("Purge").Why, limit)
	require.Contains(t, of("FillAtLast").Why, limit)
	require.NotContains(t, of("Fill").Why, limit, "it is asked how often a loop is gone round")
	require.NotContains(t, of("Purge").Why, "not all writes are under the lock", "the callers of remove hold it")
	require.NotContains(t, of("Insert").Why, limit)
	require.Contains(t, of("InsertIfOpen").Why, "what was read is only ever set to constants")
}

// Pairs in Go with evidence, and without: one goroutine writes, a channel or the end of goroutines orders, callers
// hold a lock.
func TestEvidenceGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	c := relaxedMode
	c.Flags = append(slices.Clone(c.Flags), "evidence=true")
	checkertest.Go(t, c, "testdata/evidence")
}

func texts(f envs.Finding) (list []string) {
	for _, n := range f.Story {
		list = append(list, n.Text)
	}
	return list
}
