package hasse_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/hasse"
)

// BenchmarkJoin compares joins by bit vectors with joins looked up in a table of
// all pairs, which takes 16 bits for a pair where the vectors take two.
func BenchmarkJoin(b *testing.B) {
	for _, name := range []string{"taint", "grid of 100"} {
		b.Run(name, func(b *testing.B) {
			l := parse(shapes[name])
			all, n := l.Elements(), l.Len()
			table, index := make([]uint16, n*n), map[hasse.Element]uint16{}
			for i, x := range all {
				index[x] = uint16(i)
			}
			for i, x := range all {
				for j, y := range all {
					table[i*n+j] = index[l.Join(x, y)]
				}
			}
			operands := make([][2]int, 1<<10)
			for i := range operands {
				operands[i] = [2]int{i * 7 % n, i * i % n}
			}
			joined, looked := hasse.Element{}, uint16(0)
			const rounds = 100
			var vectors, lookups time.Duration
			for b.Loop() {
				start := time.Now()
				for range rounds {
					for _, o := range operands {
						joined = l.Join(all[o[0]], all[o[1]])
					}
				}
				middle := time.Now()
				for range rounds {
					for _, o := range operands {
						looked += table[o[0]*n+o[1]]
					}
				}
				vectors, lookups = vectors+middle.Sub(start), lookups+time.Since(middle)
			}
			perJoin := float64(b.N * rounds * len(operands))
			b.ReportMetric(float64(vectors.Nanoseconds())/perJoin, "ns/join")
			b.ReportMetric(float64(lookups.Nanoseconds())/perJoin, "ns/lookup")
			b.ReportMetric(float64(vectors)/float64(lookups), "join/lookup")
			if joined == (hasse.Element{}) || looked == 0 {
				b.Fatal("nothing was joined")
			}
		})
	}
}
