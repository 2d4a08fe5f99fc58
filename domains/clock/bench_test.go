package clock_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/clock"
)

// Whether a step is in the past of a thread, by its epoch and by its vector, with 64
// threads.
func BenchmarkHappensBefore(b *testing.B) {
	var past, now clock.Clock
	for t := range 64 {
		past.Tick(t)
		now.Tick(t)
	}
	now.Tick(5)
	e, v, w := past.Epoch(5), past.Vector(), now.Vector()
	var epoch, vector time.Duration
	yes := true
	for b.Loop() {
		start := time.Now()
		for range 1000 {
			yes = now.Has(e) && yes
		}
		epoch += time.Since(start)
		start = time.Now()
		for range 1000 {
			yes = d.Leq(v, w) && yes
		}
		vector += time.Since(start)
	}
	if !yes {
		b.Fatal("the past is not past")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(epoch.Nanoseconds())/float64(1000*b.N), "ns/epoch")
	b.ReportMetric(float64(vector)/float64(epoch), "×vector")
}
