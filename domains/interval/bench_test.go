package interval_test

import (
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// A pair is two operands of one kind.
type pair struct{ x, y interval.Interval }

// mixed are pairs of all kinds, with bounds at all edges: about half of the sums
// wrap, and no branch is foreseeable.
func mixed() []pair {
	pairs := make([]pair, 256)
	for i := range pairs {
		elements := domaintest.Intervals(machine.Kinds()[i%len(machine.Kinds())])
		pairs[i] = pair{elements.Example(2 * i), elements.Example(2*i + 1)}
	}
	return pairs
}

// indices are pairs as programs have them most: small intervals of int.
func indices() []pair {
	pairs := make([]pair, 256)
	of := func(x int) interval.Interval { return d.Of(machine.Int.Of(int64(x))) }
	for i := range pairs {
		pairs[i] = pair{d.Join(of(i%3), of(i)), d.Join(of(1), of(i%7))}
	}
	return pairs
}

var sink struct {
	interval interval.Interval
	holds    bool
	number   int64
	side     lattice.Side
}

// BenchmarkOperations compares each operation on intervals with two additions and a
// comparison of numbers, the least that an addition could be.
func BenchmarkOperations(b *testing.B) {
	var numbers [256][4]int64
	for i := range numbers {
		numbers[i] = [4]int64{int64(i), int64(i) + 5, 7, int64(2 * i)}
	}
	onNumbers := func() {
		for i := range numbers {
			n := &numbers[i]
			sink.number = max(n[0]+n[2], n[1]+n[3])
		}
	}
	measure := func(b *testing.B, f func()) {
		for b.Loop() {
			f()
		}
		own, base := domaintest.Nanoseconds(f)/256, domaintest.Nanoseconds(onNumbers)/256
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(own, "ns/operation")
		b.ReportMetric(own/base, "x-numbers")
	}
	for _, operands := range []struct {
		name  string
		pairs []pair
	}{{"indices", indices()}, {"mixed", mixed()}} {
		pairs := operands.pairs
		b.Run(operands.name+"/Leq", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.holds = d.Leq(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Join", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval = d.Join(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Merge", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval, sink.side = d.Merge(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Meet", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval = d.Meet(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Widen", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval = d.Widen(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Add", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval = d.Add(pairs[i].x, pairs[i].y)
				}
			})
		})
		b.Run(operands.name+"/Sub", func(b *testing.B) {
			measure(b, func() {
				for i := range pairs {
					sink.interval = d.Sub(pairs[i].x, pairs[i].y)
				}
			})
		})
		for op := range machine.NumOps {
			b.Run(operands.name+"/Binary"+op.String(), func(b *testing.B) {
				measure(b, func() {
					for i := range pairs {
						sink.interval = d.Binary(op, pairs[i].x, pairs[i].y)
					}
				})
			})
		}
	}
}
