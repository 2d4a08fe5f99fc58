package integer_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
)

var sink struct {
	integer integer.Integer
	strided strided.Interval
}

// The ratios say how many times the operation on strided intervals alone an
// operation costs.
func BenchmarkOperations(b *testing.B) {
	k := machine.Int
	x := d.Join(d.Of(k.Of(0)), d.Join(d.Of(k.Of(12)), d.Of(k.Of(24))))
	y := d.Join(d.Of(k.Of(4)), d.Join(d.Of(k.Of(12)), d.Of(k.Of(44))))
	steps := strided.Domain{}
	for b.Loop() {
		for _, op := range []struct {
			name string
			all  func()
			one  func()
		}{
			{"join", func() { sink.integer = d.Join(x, y) }, func() { sink.strided = steps.Join(x.Steps(), y.Steps()) }},
			{"sum", func() { sink.integer = d.Binary(machine.Add, x, y) },
				func() { sink.strided = steps.Binary(machine.Add, x.Steps(), y.Steps()) }},
			{"test", func() { sink.integer, _ = d.Test(machine.Lt, x, y) },
				func() { sink.strided, _ = steps.Test(machine.Lt, x.Steps(), y.Steps()) }},
		} {
			own := domaintest.Nanoseconds(op.all)
			b.ReportMetric(own, "ns/"+op.name)
			b.ReportMetric(own/domaintest.Nanoseconds(op.one), op.name+"/strided")
		}
	}
}
