package congruence_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// A pair is two operands of one kind.
type pair struct{ x, y congruence.Congruence }

// mixed are pairs of all kinds, and of moduli of all sorts; no branch is foreseeable.
func mixed() []pair {
	pairs := make([]pair, 256)
	for i := range pairs {
		elements := domaintest.Congruences(machine.Kinds()[i%len(machine.Kinds())])
		pairs[i] = pair{elements.Example(2 * i), elements.Example(2*i + 1)}
	}
	return pairs
}

// alignments are pairs as programs have them most: multiples of powers of two, and every
// fourth time a number instead.
func alignments() []pair {
	pairs := make([]pair, 256)
	of := func(x int) congruence.Congruence { return congruence.Of(machine.Int.Of(int64(x))) }
	for i := range pairs {
		pairs[i] = pair{d.Join(of(i&3), of(i&3+4)), d.Join(of(1), of(1+1<<(i%5)))}
		if i%4 == 0 {
			pairs[i].x = of(i % 7)
		}
	}
	return pairs
}

var sink struct {
	congruence congruence.Congruence
	holds      bool
	number     uint64
	side       lattice.Side
}

// BenchmarkOperations compares each operation with an addition and a bitwise
// operation on four numbers, the least that one on congruences could be. What
// "nothing" takes, a call and a copy, is in the others too.
func BenchmarkOperations(b *testing.B) {
	var numbers [256][6]uint64
	for i := range numbers {
		numbers[i] = [6]uint64{uint64(i), uint64(i) + 5, 7, uint64(2 * i), 9, 77}
	}
	base := func() {
		for i := range numbers {
			n := &numbers[i]
			sink.number = (n[0] + n[1]) & (n[2] | n[3])
		}
	}
	operations := []struct {
		name  string
		apply func(p *pair)
	}{
		{"Leq", func(p *pair) { sink.holds = d.Leq(p.x, p.y) }},
		{"Join", func(p *pair) { sink.congruence = d.Join(p.x, p.y) }},
		{"Merge", func(p *pair) { sink.congruence, sink.side = d.Merge(p.x, p.y) }},
		{"Meet", func(p *pair) { sink.congruence = d.Meet(p.x, p.y) }},
		{"Add", func(p *pair) { sink.congruence = d.Add(p.x, p.y) }},
		{"Sub", func(p *pair) { sink.congruence = d.Sub(p.x, p.y) }},
		{"Mul", func(p *pair) { sink.congruence = d.Binary(machine.Mul, p.x, p.y) }},
		{"And", func(p *pair) { sink.congruence = d.Binary(machine.And, p.x, p.y) }},
		{"nothing", func(p *pair) { sink.congruence = p.x }},
	}
	for _, operands := range []struct {
		name  string
		pairs []pair
	}{{"alignments", alignments()}, {"mixed", mixed()}} {
		for _, op := range operations {
			b.Run(operands.name+"/"+op.name, func(b *testing.B) {
				all := func() {
					for i := range operands.pairs {
						op.apply(&operands.pairs[i])
					}
				}
				for b.Loop() {
					all()
				}
				own, numbers := domaintest.Nanoseconds(all)/256, domaintest.Nanoseconds(base)/256
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(own, "ns/operation")
				b.ReportMetric(own/numbers, "x-numbers")
			})
		}
	}
}
