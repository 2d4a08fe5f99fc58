package karr_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/karr"
)

// chainOf is the space of n variables in which each is twice the one before it and
// an offset more, but for every fourth, which is free.
func chainOf(n int, offset karr.Rat) karr.Space {
	s := d.Top()
	for v := karr.Var(1); int(v) < n; v++ {
		if v%4 != 0 {
			s = d.Assign(s, v, karr.X(v-1).Times(karr.Int(2)).Plus(karr.Constant(offset)))
		}
	}
	return s
}

// BenchmarkOperations compares operations where all numbers fit in 64 bits with
// the same ones where some do not, in one run: what big numbers alone would cost.
func BenchmarkOperations(b *testing.B) {
	great := karr.Constant(karr.Int(1 << 62)).Times(karr.Int(16)).Offset()
	for _, n := range []int{10, 50} {
		for _, op := range []struct {
			name string
			run  func(x, y karr.Space)
		}{
			{"join", func(x, y karr.Space) { d.Join(x, y) }},
			{"leq", func(x, y karr.Space) { d.Leq(x, y) }},
			{"increment", func(x, _ karr.Space) { d.Assign(x, 0, karr.X(0).Plus(karr.Constant(karr.Int(1)))) }},
			{"copy", func(x, _ karr.Space) { d.Assign(x, 3, karr.X(5)) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", op.name, n), func(b *testing.B) {
				var operands [2][2]karr.Space
				for i, offset := range []karr.Rat{karr.Int(1), great} {
					x := chainOf(n, offset)
					operands[i] = [2]karr.Space{x, d.Assign(x, 1, karr.X(0))}
				}
				var spent [2]time.Duration
				for b.Loop() {
					for i, o := range operands {
						start := time.Now()
						op.run(o[0], o[1])
						spent[i] += time.Since(start)
					}
				}
				b.ReportMetric(float64(spent[0].Nanoseconds())/float64(b.N), "ns/small")
				b.ReportMetric(float64(spent[1].Nanoseconds())/float64(b.N), "ns/great")
				b.ReportMetric(float64(spent[1])/float64(spent[0]), "great/small")
			})
		}
	}
}
