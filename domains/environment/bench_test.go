package environment_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/stretchr/testify/require"
)

// twenty are two environments of 20 variables, of which half grow in either
// direction when they are joined.
func twenty(t testing.TB) (a, b dense) {
	of := densesOver(domaintest.Spans{})
	a, err := of.Top(20)
	require.NoError(t, err)
	b, err = of.Top(20)
	require.NoError(t, err)
	for i := range 20 {
		a.Set(i, domaintest.SpanOf(0, 9))
		b.Set(i, domaintest.SpanOf(0, 9))
		if i%2 == 0 {
			a.Set(i, domaintest.SpanOf(-1, 9))
			b.Set(i, domaintest.SpanOf(0, 10))
		}
	}
	return a, b
}

// BenchmarkJoinOfTwenty joins environments of 20 variables in both forms. The bar
// for the dense one is 150 ns, here with the copy that resets the operand.
func BenchmarkJoinOfTwenty(b *testing.B) {
	x, y := twenty(b)
	spare := x.Clone()
	sx, sy := sparse(x), sparse(y)
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
