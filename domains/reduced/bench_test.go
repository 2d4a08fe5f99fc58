package reduced_test

import (
	"testing"
	"time"
)

// BenchmarkJoin compares the join of reduced pairs with that of the plain product.
func BenchmarkJoin(b *testing.B) {
	x, y := pair{First: of(1, 9), Second: odd}, pair{First: of(0, 8), Second: even}
	rx, ry := parities.Of(x), parities.Of(y)
	var plain, kept time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			product.Join(x, y)
		}
		middle := time.Now()
		for range 100 {
			parities.Join(rx, ry)
		}
		plain, kept = plain+middle.Sub(start), kept+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(kept)/float64(rounds), "reduced-ns")
	b.ReportMetric(float64(kept)/float64(plain), "reduced/plain")
}
