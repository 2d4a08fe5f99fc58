package strided_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
)

var sink struct {
	strided  strided.Interval
	interval interval.Interval
}

// The ratios say how many times the operation on intervals alone an operation costs.
func BenchmarkOperations(b *testing.B) {
	x, _ := strided.Steps(machine.Int.Of(0), machine.Int.Of(24), 12)
	y, _ := strided.Steps(machine.Int.Of(4), machine.Int.Of(44), 8)
	spans := interval.Domain{}
	for b.Loop() {
		own := domaintest.Nanoseconds(func() { sink.strided = d.Join(x, y) })
		b.ReportMetric(own, "ns/join")
		b.ReportMetric(own/domaintest.Nanoseconds(func() { sink.interval = spans.Join(x.Span(), y.Span()) }), "join/interval")
		for op, name := range map[machine.Op]string{machine.Add: "sum", machine.Mul: "product"} {
			own := domaintest.Nanoseconds(func() { sink.strided = d.Binary(op, x, y) })
			b.ReportMetric(own, "ns/"+name)
			b.ReportMetric(own/domaintest.Nanoseconds(func() { sink.interval = spans.Binary(op, x.Span(), y.Span()) }),
				name+"/interval")
		}
	}
}
