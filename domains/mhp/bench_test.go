package mhp_test

import (
	"testing"
	"time"
)

// A question that needs all exclusions to be tried, against one that the first decides.
func BenchmarkMayHappenInParallel(b *testing.B) {
	main := d.Main()
	for site := 1; site < 6; site++ {
		next, child := d.Fork(main, site)
		if main = next; site%2 == 0 {
			main = d.Await(main, child.Thread(), child)
		}
	}
	_, worker := d.Fork(main, 9)
	other, _ := d.Fork(main, 9)
	if may, _ := d.MayHappenInParallel(other, worker); !may {
		b.Fatal("they may")
	}
	var all, first time.Duration
	for b.Loop() {
		start := time.Now()
		for range 100 {
			d.MayHappenInParallel(other, worker)
		}
		all += time.Since(start)
		start = time.Now()
		for range 100 {
			d.MayHappenInParallel(main, main)
		}
		first += time.Since(start)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(all.Nanoseconds())/float64(100*b.N), "ns/question")
	b.ReportMetric(float64(all)/float64(first), "×first")
}
