package intset_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/intset"
	"github.com/seed38182bad/parallax/domains/machine"
)

var sink struct {
	set   intset.Set
	holds bool
}

// The ratios compare joins of ordered sets, which build nothing, with one that does,
// and a sum of all pairs of two sets with a sum of single values.
func BenchmarkOperations(b *testing.B) {
	k := machine.Int
	small, large := d.OfValues(k.Of(1), k.Of(5), k.Of(9)), d.OfValues(k.Of(1), k.Of(2), k.Of(5), k.Of(9), k.Of(20))
	other, one := d.OfValues(k.Of(1), k.Of(7)), d.Of(k.Of(1))
	for b.Loop() {
		build := domaintest.Nanoseconds(func() { sink.set = d.Join(small, other) })
		b.ReportMetric(build, "ns/join")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink.set = d.Join(small, large) })/build, "ordered/join")
		b.ReportMetric(domaintest.Nanoseconds(func() { sink.holds = d.Leq(small, large) })/build, "leq/join")
		single := domaintest.Nanoseconds(func() { sink.set = d.Binary(machine.Add, one, one) })
		b.ReportMetric(domaintest.Nanoseconds(func() { sink.set = d.Binary(machine.Add, small, other) })/single,
			"sum-of-6/sum-of-1")
	}
}
