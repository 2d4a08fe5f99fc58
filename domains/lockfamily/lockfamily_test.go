package lockfamily_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type (
	must     = lockset.Must[int]
	family   = lockfamily.Family[int]
	accesses = lockfamily.Accesses[int]
)

func domain(t testing.TB, limit int) (*lockset.Table[int], lockfamily.Domain[int]) {
	table, err := lockset.NewTable(lockset.Options[int]{Many: 2})
	require.NoError(t, err)
	d, err := lockfamily.New(table, limit)
	require.NoError(t, err)
	return table, d
}

func families(table *lockset.Table[int], d lockfamily.Domain[int]) latticetest.Suite[family] {
	s := latticetest.Suite[family]{
		Lattice: d, Elements: anyFamilies(table, d), Steps: 60, Fingerprint: family.String,
	}
	for _, e := range []must{table.Must().Of(0, 1), table.Must().Of(1, 2, 3), table.Must().Of(2)} {
		s.Transfers = append(s.Transfers, func(f family) family { return d.Add(f, e) })
	}
	return s
}

func variables(table *lockset.Table[int], d lockfamily.Domain[int]) latticetest.Suite[accesses] {
	a := d.Accesses()
	s := latticetest.Suite[accesses]{
		Lattice: a, Elements: anyAccesses(table, d), Steps: 60, Fingerprint: accesses.String,
	}
	for _, e := range []must{table.Must().Of(0, 1), table.Must().Acquire(table.Must().Of(1, 2), 3, lockset.Read)} {
		s.Transfers = append(s.Transfers,
			func(x accesses) accesses { return a.Read(x, e) },
			func(x accesses) accesses { return a.Write(x, e) })
	}
	return s
}

func TestFamilies(t *testing.T) {
	for _, limit := range []int{1, 3} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) { families(domain(t, limit)).Check(t) })
	}
}

func TestAccesses(t *testing.T) { variables(domain(t, 2)).Check(t) }

func FuzzFamilies(f *testing.F) {
	table, d := domain(f, 2)
	latticetest.Fuzz(f, append(families(table, d).Laws(), variables(table, d).Laws()...))
}

func TestEqualities(t *testing.T) {
	table, d := domain(t, 2)
	text := func(e any) string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return string(b)
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyFamilies(table, d).Draw(t, "x"), anyFamilies(table, d).Draw(t, "y")
		equal := d.Equal(x, y)
		require.Equal(t, equal, x.String() == y.String())
		require.Equal(t, equal, text(x) == text(y))
		a := d.Accesses()
		v, w := anyAccesses(table, d).Draw(t, "v"), anyAccesses(table, d).Draw(t, "w")
		equal = a.Equal(v, w)
		require.Equal(t, equal, v.String() == w.String())
		require.Equal(t, equal, text(v) == text(w))
	})
	require.Equal(t, `[]`, text(d.Bottom()))
	require.Equal(t, `[[]]`, text(d.Top()))
}

func TestNothingIsAllocated(t *testing.T) {
	table, d := domain(t, 2)
	a := d.Accesses()
	rapid.Check(t, func(t *rapid.T) {
		x, y := anyFamilies(table, d).Draw(t, "x"), anyFamilies(table, d).Draw(t, "y")
		above := d.Join(x, y)
		v, w := anyAccesses(table, d).Draw(t, "v"), anyAccesses(table, d).Draw(t, "w")
		over := a.Join(v, w)
		require.Zero(t, testing.AllocsPerRun(5, func() {
			d.Leq(x, y)
			d.Equal(x, y)
			d.Join(x, above)
			d.Join(above, y)
			d.Meet(x, above)
			d.Apart(x, y)
			a.Leq(v, w)
			a.Equal(v, w)
			a.Join(v, over)
			a.Join(over, w)
			a.Meet(v, over)
		}))
	})
}

func TestBadInput(t *testing.T) {
	table, _ := domain(t, 1)
	_, err := lockfamily.New(table, 0)
	require.EqualError(t, err, "families are limited to 0 lock sets: want at least 1")
}
