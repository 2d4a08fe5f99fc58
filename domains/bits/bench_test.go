package bits_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
)

var sink bits.Bits

// The ratios say how many additions an operation costs.
func BenchmarkOperations(b *testing.B) {
	x, _ := bits.New(machine.Int, 5, 0xf0)
	y, _ := bits.New(machine.Int, 2, 0xff8)
	count, _ := bits.New(machine.Int, 0, 7)
	for b.Loop() {
		add := domaintest.Nanoseconds(func() { sink = d.Binary(machine.Add, x, y) })
		b.ReportMetric(add, "ns/addition")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Join(x, y) })/add, "join/addition")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Binary(machine.Mul, x, y) })/add, "product/addition")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Binary(machine.Quo, x, y) })/add, "quotient/addition")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink = d.Binary(machine.Shl, x, count) })/add, "shift/addition")
	}
}
