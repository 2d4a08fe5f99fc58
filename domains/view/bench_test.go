package view_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/view"
)

// The join of two sets of 30 views, one of which contains the other, against one for
// which a new set has to be built.
func BenchmarkJoin(b *testing.B) {
	d := view.Domain[int]{}
	var all, some, other []one
	for i := range 30 {
		v := view.Of(i, i+1, i+2, 2*i)
		all = append(all, v)
		if i%3 > 0 {
			some = append(some, v)
		}
		other = append(other, v.With(100))
	}
	x, y, z := d.Of(all...), d.Of(some...), d.Of(other...)
	var ordered, built time.Duration
	for b.Loop() {
		start := time.Now()
		for range 100 {
			d.Join(x, y)
		}
		ordered += time.Since(start)
		start = time.Now()
		for range 100 {
			d.Join(x, z)
		}
		built += time.Since(start)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ordered.Nanoseconds())/float64(100*b.N), "ns/ordered")
	b.ReportMetric(float64(built)/float64(ordered), "×built")
}
