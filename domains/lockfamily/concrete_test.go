package lockfamily_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/lockfamily"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// concrete is how often a thread holds each of the locks 0 to 3 for writing and
// for reading.
type concrete [4][2]int

func holds(s must, c concrete) bool {
	for k := range c {
		h := domaintest.HoldOf(s, k)
		if s.IsBottom() || c[k][0] < int(h.Write) || c[k][1] < int(h.Read) || c[k][0]+c[k][1] < int(h.Any) {
			return false
		}
	}
	return true
}

func drawHeld(t *rapid.T, s must) (c concrete) {
	for k := range c {
		h := domaintest.HoldOf(s, k)
		c[k][0] = int(h.Write) + rapid.IntRange(0, 1).Draw(t, "writes")
		c[k][1] = max(int(h.Read), int(h.Any)-c[k][0]) + rapid.IntRange(0, 1).Draw(t, "reads")
	}
	return c
}

// A family describes what is held by a thread that holds one of its sets at least.
func TestMeaning(t *testing.T) {
	table, d := domain(t, 2)
	gamma := latticetest.Gamma[family, concrete]{
		Lattice: d, Elements: anyFamilies(table, d),
		Contains: func(f family, c concrete) bool {
			for s := range f.All() {
				if holds(s, c) {
					return true
				}
			}
			return false
		},
		Pick: func(t *rapid.T, f family) (c concrete, ok bool) {
			if f.IsBottom() {
				return c, false
			}
			var sets []must
			for s := range f.All() {
				sets = append(sets, s)
			}
			return drawHeld(t, rapid.SampledFrom(sets).Draw(t, "set")), true
		},
	}
	gamma.Check(t)
	same := func(c concrete) (concrete, bool) { return c, true }
	latticetest.Run(t, []latticetest.Law{gamma.Sound(d.Limit, same)})
	rapid.Check(t, func(t *rapid.T) {
		f := d.Limit(anyFamilies(table, d).Draw(t, "family"))
		require.LessOrEqual(t, f.Len(), 2)
		s := domaintest.MustLocks(table).Draw(t, "set")
		require.True(t, gamma.Contains(d.Add(f, s), drawHeld(t, s)))
	})
}

// An access of a variable by a thread with these locks.
type access struct {
	write bool
	held  must
}

// The verdict is compared with its definition, on all accesses kept one by one. It is
// also compared with its purpose: if it is Protected, a lock keeps apart any two
// accesses of which one is a write.
func TestVerdict(t *testing.T) {
	table, d := domain(t, 1)
	a, locks := d.Accesses(), table.Must()
	draw := rapid.Custom(func(t *rapid.T) access {
		return access{rapid.IntRange(0, 2).Draw(t, "write") == 0, domaintest.MustLocks(table).Draw(t, "held")}
	})
	seen := map[lockfamily.Verdict]int{}
	check := func(t *rapid.T) {
		all := rapid.SliceOfN(draw, 1, 5).Draw(t, "accesses")
		var kept accesses
		var everyWrite, every must
		for _, x := range all {
			if x.write {
				kept = a.Write(kept, x.held)
				everyWrite = locks.Join(everyWrite, locks.Guards(x.held, lockset.Write))
				every = locks.Join(every, locks.Guards(x.held, lockset.Write))
			} else {
				kept = a.Read(kept, x.held)
				every = locks.Join(every, locks.Guards(x.held, lockset.Read))
			}
		}
		require.Equal(t, every, a.Common(kept))
		require.Equal(t, every, a.Common(a.Limit(kept)))
		want := lockfamily.Protected
		for _, x := range all {
			g := locks.Guards(x.held, lockset.Read)
			if !x.write && locks.Meet(g, everyWrite).Len() == g.Len()+everyWrite.Len() {
				want = lockfamily.ReadUnprotected
			}
		}
		switch {
		case everyWrite.IsBottom():
			want = lockfamily.NotWritten
		case everyWrite.Len() == 0:
			want = lockfamily.WritesUnprotected
		}
		got, reading := a.Judge(kept)
		require.Equal(t, want, got, "%v", kept)
		require.Equal(t, got == lockfamily.ReadUnprotected, !reading.IsBottom())
		seen[got]++

		limited, _ := a.Judge(a.Limit(kept))
		require.LessOrEqual(t, got, limited, "a limit made the verdict better")
		if limited > lockfamily.Protected {
			return
		}
		for i, x := range all {
			for _, y := range all[:i] {
				_, apart := locks.Exclusive(x.held, y.held)
				require.True(t, apart || !x.write && !y.write, "%v and %v are %v", x, y, limited)
			}
		}
	}
	for round := 0; round < 10 && len(seen) < 4; round++ { // one verdict is rare
		rapid.Check(t, check)
	}
	require.Len(t, seen, 4, "not all verdicts were seen")
}

// The rows of the conformance table that are about lock sets.
func TestPapers(t *testing.T) {
	table, d := domain(t, 4)
	a, of := d.Accesses(), table.Must().Of
	const l1, l2 = 1, 2
	judge := func(reads, writes []must) lockfamily.Verdict {
		var x accesses
		for _, s := range reads {
			x = a.Read(x, s)
		}
		for _, s := range writes {
			x = a.Write(x, s)
		}
		v, _ := a.Judge(x)
		return v
	}
	require.Equal(t, lockfamily.WritesUnprotected, judge([]must{of(), of()}, []must{of(), of()}), "R1")
	require.Equal(t, lockfamily.Protected, judge([]must{of(l1), of(l2)}, []must{of(l1, l2)}), "R7")
	require.Equal(t, lockfamily.WritesUnprotected, judge(nil, []must{of(l1, l2), of(l1), of(l2)}), "T2.8")
	require.Equal(t, lockfamily.Protected, judge([]must{of(l1), of(l1, l2)}, []must{of(l1, l2)}), "R11")
	require.Equal(t, lockfamily.NotWritten, judge([]must{of(), of(l2)}, nil))
	require.Equal(t, lockfamily.ReadUnprotected, judge([]must{of(l1), of()}, []must{of(l1, l2)}), "R8")
}
