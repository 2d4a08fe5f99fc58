package disjunction_test

import (
	"testing"
	"time"
)

// BenchmarkJoin compares the join of ordered disjunctions, which is one of them,
// with one that has to merge elements, and with that of the base.
func BenchmarkJoin(b *testing.B) {
	d := over(4)
	x := d.Of(of(0, 1), of(10, 11), of(20, 21), of(30, 31))
	y := d.Of(of(10, 11), of(30, 30))
	z := d.Of(of(5, 5), of(25, 26))
	var ordered, merging time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			d.Join(x, y)
		}
		middle := time.Now()
		for range 100 {
			d.Join(x, z)
		}
		ordered, merging = ordered+middle.Sub(start), merging+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ordered)/float64(rounds), "ordered-ns")
	b.ReportMetric(float64(merging)/float64(rounds), "merging-ns")
	b.ReportMetric(float64(merging)/float64(ordered), "merging/ordered")
}
