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

// An operation is one on both kinds of sets, with all that it may do to what is
// really held, according to a choice.
type operation struct {
	name string
	must func(lockset.Must[int]) lockset.Must[int]
	may  func(lockset.May[int]) lockset.May[int]
	run  func(c concrete, choice int) concrete
}

func operations(table *lockset.Table[int], limit int) (ops []operation) {
	must, may := table.Must(), table.May(limit)
	type (
		M = lockset.Must[int]
		N = lockset.May[int]
		C = concrete
	)
	for _, s := range sides {
		ops = append(ops,
			operation{fmt.Sprintf("acquire %s", s),
				func(e M) M { return must.Acquire(e, 1, s) }, func(e N) N { return may.Acquire(e, 1, s) },
				func(c C, _ int) C { return c.acquire(1, s) }},
			operation{fmt.Sprintf("release %s", s),
				func(e M) M { return must.Release(e, 1, s) }, func(e N) N { return may.Release(e, 1, s) },
				func(c C, _ int) C { return c.release(1, s) }},
			operation{fmt.Sprintf("acquire one, %s", s),
				func(e M) M { return must.AcquireOneOf(e, s, 0, 2) }, func(e N) N { return may.AcquireOneOf(e, s, 0, 2) },
				func(c C, choice int) C { return c.acquire(choice%2*2, s) }},
			operation{fmt.Sprintf("release one, %s", s),
				func(e M) M { return must.ReleaseOneOf(e, s, 0, 2) }, func(e N) N { return may.ReleaseOneOf(e, s, 0, 2) },
				func(c C, choice int) C { return c.release(choice%2*2, s) }},
			operation{fmt.Sprintf("acquire one of one, %s", s),
				func(e M) M { return must.AcquireOneOf(e, s, 2) }, func(e N) N { return may.AcquireOneOf(e, s, 2) },
				func(c C, _ int) C { return c.acquire(2, s) }},
			operation{fmt.Sprintf("release one of one, %s", s),
				func(e M) M { return must.ReleaseOneOf(e, s, 2) }, func(e N) N { return may.ReleaseOneOf(e, s, 2) },
				func(c C, _ int) C { return c.release(2, s) }},
			operation{fmt.Sprintf("acquire unknown %s", s),
				func(e M) M { return must.AcquireUnknown(e, s) }, func(e N) N { return may.AcquireUnknown(e, s) },
				func(c C, choice int) C { return c.acquire(choice%numLocks, s) }},
			operation{fmt.Sprintf("release unknown %s", s),
				func(e M) M { return must.ReleaseUnknown(e, s) }, func(e N) N { return may.ReleaseUnknown(e, s) },
				func(c C, choice int) C { return c.release(choice%numLocks, s) }},
		)
	}
	return append(ops,
		operation{"forget",
			func(e M) M { return must.Forget(e, 3) }, func(e N) N { return may.Forget(e, 3) },
			func(c C, choice int) C { c[3] = [2]int{choice % 5, choice / 5 % 5}; return c }},
		operation{"clear",
			func(e M) M { return must.Clear(e, 3) }, func(e N) N { return may.Clear(e, 3) },
			func(c C, _ int) C { c[3] = [2]int{}; return c }})
}

// mustContains is the meaning of Must sets, as the package comment has it.
func mustContains(e lockset.Must[int], c concrete) bool {
	for k := range c {
		if h, ok := e.Hold(k); !ok || c[k][0] < int(h.Write) || c[k][1] < int(h.Read) || c[k][0]+c[k][1] < int(h.Any) {
			return false
		}
	}
	return true
}

// mayContains is the meaning of May sets of a table.
func mayContains(table *lockset.Table[int]) func(e lockset.May[int], c concrete) bool {
	within := func(n int, bound uint8) bool { return n <= int(bound) || int(bound) == table.Many() }
	return func(e lockset.May[int], c concrete) bool {
		for k := range c {
			h, bounded := e.Hold(k)
			if bounded && !(within(c[k][0], h.Write) && within(c[k][1], h.Read) && within(c[k][0]+c[k][1], h.Any)) {
				return false
			}
		}
		return !e.IsBottom()
	}
}

func mustGamma(table *lockset.Table[int]) latticetest.Gamma[lockset.Must[int], concrete] {
	return latticetest.Gamma[lockset.Must[int], concrete]{
		Lattice: table.Must(), Elements: domaintest.MustLocks(table), Contains: mustContains,
		Pick: func(t *rapid.T, e lockset.Must[int]) (c concrete, ok bool) {
			for k := range c {
				h, _ := e.Hold(k)
				c[k][0] = int(h.Write) + rapid.IntRange(0, 2).Draw(t, "writes")
				c[k][1] = max(int(h.Read), int(h.Any)-c[k][0]) + rapid.IntRange(0, 1).Draw(t, "reads")
			}
			return c, !e.IsBottom()
		},
	}
}

func mayGamma(table *lockset.Table[int], limit int) latticetest.Gamma[lockset.May[int], concrete] {
	return latticetest.Gamma[lockset.May[int], concrete]{
		Lattice: table.May(limit), Elements: domaintest.MayLocks(table, limit), Contains: mayContains(table),
		Pick: func(t *rapid.T, e lockset.May[int]) (c concrete, ok bool) {
			for k := range c {
				h, bounded := e.Hold(k)
				bound := func(n uint8) int {
					if !bounded || int(n) == table.Many() {
						return int(n) + 2
					}
					return int(n)
				}
				c[k][0] = rapid.IntRange(0, bound(h.Write)).Draw(t, "writes")
				c[k][1] = rapid.IntRange(0, min(bound(h.Read), max(0, bound(h.Any)-c[k][0]))).Draw(t, "reads")
			}
			return c, !e.IsBottom()
		},
	}
}

func TestMeaning(t *testing.T) {
	for _, many := range []int{1, 3} {
		table := newTable(t, many)
		t.Run(fmt.Sprint("must ", many), mustGamma(table).Check)
		t.Run(fmt.Sprint("may ", many), mayGamma(table, 0).Check)
		t.Run(fmt.Sprint("may limited ", many), mayGamma(table, 2).Check)
	}
}

func TestOperationsAreSound(t *testing.T) {
	table := newTable(t, 3)
	for _, limit := range []int{0, 2} {
		for _, op := range operations(table, limit) {
			t.Run(fmt.Sprint(op.name, " limit ", limit), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					choice := rapid.IntRange(0, 24).Draw(t, "choice")
					run := func(c concrete) (concrete, bool) { return op.run(c, choice), true }
					mustGamma(table).Sound(op.must, run).Check(t)
					mayGamma(table, limit).Sound(op.may, run).Check(t)
				})
			})
		}
	}
}

// On one lock, with counts capped at 3, every operation on every set gives the best
// that can be said: what an enumeration of all it does to counts up to 8 says.
func TestOperationsAreBest(t *testing.T) {
	table := newTable(t, 3)
	must, may := table.Must(), table.May(0)
	counts := func(visit func(c concrete)) {
		for w := range 9 {
			for r := range 9 {
				visit(concrete{1: {w, r}})
			}
		}
	}
	// All sets are joins of exact ones.
	musts, mays := map[lockset.Must[int]]bool{{}: true}, map[lockset.May[int]]bool{{}: true}
	for w := range 4 {
		for r := range 4 {
			x, err := must.With(must.Empty(), 1, w, r)
			require.NoError(t, err)
			y, err := may.With(may.Empty(), 1, w, r)
			require.NoError(t, err)
			musts[x], mays[y] = true, true
		}
	}
	for range 2 {
		for x := range musts {
			for y := range musts {
				musts[must.Join(x, y)] = true
				musts[must.Meet(x, y)] = true
			}
		}
		for x := range mays {
			for y := range mays {
				mays[may.Join(x, y)] = true
				mays[may.Meet(x, y)] = true
			}
		}
	}
	require.Greater(t, len(musts), 20)
	require.Greater(t, len(mays), 20)
	for _, op := range operations(table, 0)[:2*8] {
		if k := op.run(concrete{1: {8, 8}}, 0)[1]; k == [2]int{8, 8} {
			continue // it does nothing to lock 1
		}
		for e := range musts {
			var best lockset.Must[int]
			counts(func(c concrete) {
				if mustContains(e, c) {
					after := op.run(c, 0)
					x, _ := must.With(must.Empty(), 1, after[1][0], after[1][1])
					best = must.Join(best, x)
				}
			})
			require.Equal(t, best, op.must(e), "%s %v gives %v", op.name, e, op.must(e))
		}
		for e := range mays {
			var best lockset.May[int]
			counts(func(c concrete) {
				if mayContains(table)(e, c) {
					after := op.run(c, 0)
					x, _ := may.With(may.Empty(), 1, after[1][0], after[1][1])
					best = may.Join(best, x)
				}
			})
			require.Equal(t, best, op.may(e), "%s %v gives %v", op.name, e, op.may(e))
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
				h, _ := g.Hold(l)
				require.LessOrEqual(t, h.Any, uint8(1))
			}
		}
		require.Equal(t, want, apart)
	})
}
