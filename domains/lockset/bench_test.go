package lockset_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// Joins of equal, ordered and other Must sets of five locks, each against the same
// with sets that are not interned (a lattice.Powerset under its meet).
func BenchmarkJoin(b *testing.B) {
	table := newTable(b, 3)
	d := table.Must()
	plain := lattice.Powerset[int]{}
	for _, c := range []struct {
		name string
		x, y []int
	}{
		{"equal", []int{1, 2, 3, 4, 5}, []int{1, 2, 3, 4, 5}},
		{"ordered", []int{1, 2, 3, 4, 5}, []int{1, 3, 5}},
		{"other", []int{1, 2, 3, 4, 5}, []int{3, 4, 5, 6, 7}},
	} {
		b.Run(c.name, func(b *testing.B) {
			x, y := d.Of(c.x...), d.Of(c.y...)
			p, q := lattice.SetOf(c.x...), lattice.SetOf(c.y...)
			var mine, theirs time.Duration
			var r lockset.Must[int]
			const batch = 1000
			for b.Loop() {
				start := time.Now()
				for range batch {
					r = d.Join(x, y)
				}
				mine += time.Since(start)
				start = time.Now()
				for range batch {
					plain.Meet(p, q)
				}
				theirs += time.Since(start)
			}
			if r.IsBottom() {
				b.Fatal("the join of sets that are reached is not")
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(mine.Nanoseconds())/float64(b.N*batch), "ns/join")
			b.ReportMetric(float64(theirs)/float64(mine), "×faster")
		})
	}
}

// Taking and giving back a lock within others, as a monitor block does.
func BenchmarkAcquireRelease(b *testing.B) {
	d := newTable(b, 3).Must()
	s := d.Of(1, 5)
	b.ReportAllocs()
	for b.Loop() {
		if d.Release(d.Acquire(s, 3, lockset.Write), 3, lockset.Write) != s {
			b.Fatal("not what it was")
		}
	}
}
