package partition_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/partition"
)

// BenchmarkMerge compares merging states of four parts that add nothing with
// merging one state of the base four times.
func BenchmarkMerge(b *testing.B) {
	d := unknown(20)
	for i := range 20 {
		d.Set(i, of(0, int64(i)))
	}
	m := partition.New(partition.Options[dense]{})
	x := m.Bottom()
	for i := range 4 {
		p := m.Of(d.Clone())
		p.Mark(choice{At: 1, Took: i})
		x, _ = x.Merge(p)
	}
	y, e := x.Clone(), d.Clone()
	var parts, base time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			x.Merge(y)
		}
		middle := time.Now()
		for range 400 {
			d.Merge(e)
		}
		parts, base = parts+middle.Sub(start), base+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(parts)/float64(rounds), "parts-ns")
	b.ReportMetric(float64(parts)/float64(base), "parts/base")
}
