package lockset_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

func newTable(t testing.TB, many int) *lockset.Table[int] {
	table, err := lockset.NewTable(lockset.Options[int]{Many: many})
	require.NoError(t, err)
	return table
}

func mustSuite(table *lockset.Table[int]) latticetest.Suite[lockset.Must[int]] {
	s := latticetest.Suite[lockset.Must[int]]{
		Lattice: table.Must(), Elements: domaintest.MustLocks(table), Steps: 40,
		Fingerprint: lockset.Must[int].String, // a set remembers what was computed of it
	}
	for _, op := range operations(table) {
		s.Transfers = append(s.Transfers, op.must)
	}
	d := table.Must()
	for _, side := range sides {
		s.Transfers = append(s.Transfers, func(e lockset.Must[int]) lockset.Must[int] { return d.Guards(e, side) })
	}
	return s
}

func TestMust(t *testing.T) { mustSuite(newTable(t, 3)).Check(t) }

func TestMustOnce(t *testing.T) { mustSuite(newTable(t, 1)).Check(t) }

func FuzzLocks(f *testing.F) {
	table := newTable(f, 3)
	latticetest.Fuzz(f, mustSuite(table).Laws())
}

// Equal, ==, String and JSON say the same of any two sets.
func TestEqualities(t *testing.T) {
	table := newTable(t, 3)
	must := table.Must()
	print := func(e any) [2]string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return [2]string{fmt.Sprint(e), string(b)}
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := domaintest.MustLocks(table)
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		require.Equal(t, must.Equal(x, y), x == y)
		require.Equal(t, x == y, x.Compare(y) == 0)
		require.Equal(t, x.Compare(y) < 0, y.Compare(x) > 0)
		require.Equal(t, x == y, print(x)[0] == print(y)[0], "%v, %v", x, y)
		require.Equal(t, x == y, print(x)[1] == print(y)[1], "%v, %v", x, y)
	})
}

func TestNothingIsAllocated(t *testing.T) {
	table := newTable(t, 3)
	must := table.Must()
	rapid.Check(t, func(t *rapid.T) {
		a := domaintest.MustLocks(table).Draw(t, "a")
		b := domaintest.MustLocks(table).Draw(t, "b")
		above := must.Join(a, b)
		require.Zero(t, testing.AllocsPerRun(5, func() {
			must.Leq(a, b)
			must.Equal(a, b)
			must.Join(a, above)
			must.Merge(above, b)
			must.Meet(a, above)
			must.Exclusive(a, b)
		}))
		require.Zero(t, testing.AllocsPerRun(5, func() { must.Join(a, b) }), "a join that is remembered allocates")
	})
}
