package environment_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice"
)

type dense = *lattice.Dense[span]

// twenty are two states of 20 variables, of which half grow in either direction when
// they are joined, and the environments that say the same.
func twenty() (a, b dense, x, y env) {
	maker := lattice.Denses(domaintest.Spans{})
	a, b = maker(20, of(0, 9)), maker(20, of(0, 9))
	x, y = spans.Top(), spans.Top()
	for i := range 20 {
		if i%2 == 0 {
			a.Set(i, of(-1, 9))
			b.Set(i, of(0, 10))
		}
		x, y = spans.Set(x, i, a.Get(i)), spans.Set(y, i, b.Get(i))
	}
	return a, b, x, y
}

// BenchmarkJoinOfTwenty joins environments of 20 variables, and states of lattice.Dense
// that say the same. The bar for the latter is 150 ns, here with the copy that resets the
// operand.
func BenchmarkJoinOfTwenty(b *testing.B) {
	x, y, sx, sy := twenty()
	spare := x.Clone()
	var inPlace, persistent time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			x.CloneInto(spare).Merge(y)
		}
		middle := time.Now()
		for range 100 {
			spans.Join(sx, sy)
		}
		inPlace, persistent = inPlace+middle.Sub(start), persistent+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(inPlace)/float64(rounds), "dense-ns")
	b.ReportMetric(float64(persistent)/float64(rounds), "sparse-ns")
	b.ReportMetric(float64(persistent)/float64(inPlace), "sparse/dense")
}

// BenchmarkJoinOfShared joins environments of 1,000 variables that differ in one,
// with and without the rest shared.
func BenchmarkJoinOfShared(b *testing.B) {
	fill := func() env {
		e := spans.Top()
		for k := range 1000 {
			e = spans.Set(e, k, of(0, int64(k)))
		}
		return e
	}
	base := fill()
	x, y, apart := spans.Set(base, 7, of(-1, 0)), spans.Set(base, 7, of(0, 8)), spans.Set(fill(), 7, of(0, 8))
	var shared, unshared time.Duration
	rounds := 0
	for b.Loop() {
		start := time.Now()
		for range 100 {
			spans.Join(x, y)
		}
		middle := time.Now()
		for range 100 {
			spans.Join(x, apart)
		}
		shared, unshared = shared+middle.Sub(start), unshared+time.Since(middle)
		rounds += 100
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(shared)/float64(rounds), "shared-ns")
	b.ReportMetric(float64(unshared)/float64(shared), "unshared/shared")
}
