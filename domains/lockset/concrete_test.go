package lockset_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

const numLocks = 4

var sides = []lockset.Side{lockset.Write, lockset.Read}

// concrete is how often each lock is held for writing and for reading.
type concrete [numLocks][2]int

func (c concrete) acquire(k int, s lockset.Side) concrete {
	c[k][s]++
	return c
}

func (c concrete) release(k int, s lockset.Side) concrete {
	c[k][s] = max(0, c[k][s]-1)
	return c
}

// An operation is one on sets, with what it does to what is really held.
type operation struct {
	name string
	must func(lockset.Must[int]) lockset.Must[int]
	run  func(c concrete) concrete
}

func operations(table *lockset.Table[int]) (ops []operation) {
	must := table.Must()
	type (
		M = lockset.Must[int]
		C = concrete
	)
	for _, s := range sides {
		ops = append(ops,
			operation{fmt.Sprintf("acquire %s", s), func(e M) M { return must.Acquire(e, 1, s) },
				func(c C) C { return c.acquire(1, s) }},
			operation{fmt.Sprintf("release %s", s), func(e M) M { return must.Release(e, 1, s) },
				func(c C) C { return c.release(1, s) }},
		)
	}
	return append(ops, operation{"clear", func(e M) M { return must.Clear(e, 1) },
		func(c C) C { c[1] = [2]int{}; return c }})
}

// mustContains is the meaning of Must sets, as the package comment has it.
func mustContains(e lockset.Must[int], c concrete) bool {
	for k := range c {
		h := domaintest.HoldOf(e, k)
		if e.IsBottom() || c[k][0] < int(h.Write) || c[k][1] < int(h.Read) || c[k][0]+c[k][1] < int(h.Any) {
			return false
		}
	}
	return true
}

func mustGamma(table *lockset.Table[int]) latticetest.Gamma[lockset.Must[int], concrete] {
	return latticetest.Gamma[lockset.Must[int], concrete]{
		Lattice: table.Must(), Elements: domaintest.MustLocks(table), Contains: mustContains,
		Pick: func(t *rapid.T, e lockset.Must[int]) (c concrete, ok bool) {
			for k := range c {
				h := domaintest.HoldOf(e, k)
				c[k][0] = int(h.Write) + rapid.IntRange(0, 2).Draw(t, "writes")
				c[k][1] = max(int(h.Read), int(h.Any)-c[k][0]) + rapid.IntRange(0, 1).Draw(t, "reads")
			}
			return c, !e.IsBottom()
		},
	}
}

func TestMeaning(t *testing.T) {
	for _, many := range []int{1, 3} {
		t.Run(fmt.Sprint(many), mustGamma(newTable(t, many)).Check)
	}
}

func TestOperationsAreSound(t *testing.T) {
	table := newTable(t, 3)
	for _, op := range operations(table) {
		t.Run(op.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				run := func(c concrete) (concrete, bool) { return op.run(c), true }
				mustGamma(table).Sound(op.must, run).Check(t)
			})
		})
	}
}

// On one lock, with counts capped at 3, every operation on every set gives the best
// that can be said. This is checked by an enumeration of all it does to counts up to 8.
func TestOperationsAreBest(t *testing.T) {
	table := newTable(t, 3)
	must := table.Must()
	counts := func(visit func(c concrete)) {
		for w := range 9 {
			for r := range 9 {
				visit(concrete{1: {w, r}})
			}
		}
	}
	exactly := func(c concrete) lockset.Must[int] { return domaintest.Held(must, must.Empty(), 1, c[1][0], c[1][1]) }
	musts := map[lockset.Must[int]]bool{{}: true} // all are joins of exact ones
	counts(func(c concrete) { musts[exactly(c)] = true })
	for range 2 {
		for x := range musts {
			for y := range musts {
				musts[must.Join(x, y)] = true
				musts[must.Meet(x, y)] = true
			}
		}
	}
	require.Greater(t, len(musts), 20)
	for _, op := range operations(table) {
		for e := range musts {
			var best lockset.Must[int]
			counts(func(c concrete) {
				if mustContains(e, c) {
					best = must.Join(best, exactly(op.run(c)))
				}
			})
			require.Equal(t, best, op.must(e), "%s %v gives %v", op.name, e, op.must(e))
		}
	}
}

// Guards and Exclusive are what they say, for all that the sets describe.
func TestProtection(t *testing.T) {
	table := newTable(t, 3)
	d := table.Must()
	rapid.Check(t, func(t *rapid.T) {
		a, b := domaintest.MustLocks(table).Draw(t, "a"), domaintest.MustLocks(table).Draw(t, "b")
		k, apart := d.Exclusive(a, b)
		_, again := d.Exclusive(b, a)
		require.Equal(t, apart, again)
		want := false
		for l := range numLocks {
			w := a.MustHold(l, lockset.Write) && b.MustHold(l, lockset.Read) || a.MustHold(l, lockset.Read) && b.MustHold(l,
				lockset.Write)
			require.False(t, w && !want && k != l, "%v and %v exclude each other by %d, not %d", a, b, l, k)
			want = want || w
			for _, s := range sides {
				g := d.Guards(a, s)
				require.Equal(t, a.MustHold(l, s), g.MustHold(l, lockset.Write))
				h := domaintest.HoldOf(g, l)
				require.LessOrEqual(t, h.Any, uint8(1))
			}
		}
		require.Equal(t, want, apart)
	})
}
