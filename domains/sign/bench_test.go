package sign_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/sign"
)

// BenchmarkMul compares the product of signs with that of intervals for the same
// values.
func BenchmarkMul(b *testing.B) {
	var signs [256]sign.Sign
	var intervals [256]interval.Interval
	for i := range signs {
		x := domaintest.Values(machine.Kinds()[i/2%8]).Example(i)
		signs[i], intervals[i] = sign.Of(x), interval.Of(x)
	}
	var s sign.Sign
	var r interval.Interval
	onSigns := func() {
		for i := range signs {
			s = d.Binary(machine.Mul, signs[i], signs[i^1])
		}
	}
	onIntervals := func() {
		for i := range intervals {
			r = interval.Domain{}.Binary(machine.Mul, intervals[i], intervals[i^1])
		}
	}
	for b.Loop() {
		onSigns()
	}
	own, other := domaintest.Nanoseconds(onSigns), domaintest.Nanoseconds(onIntervals)
	b.ReportMetric(own/256, "ns/operation")
	b.ReportMetric(own/other, "x-intervals")
	if x, ok := r.Value(); !ok || !d.Contains(s, x) {
		b.Fatalf("the last product is %v, of intervals %v", s, r)
	}
}
