package clock_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/clock"
)

// Whether a step is in the past of a thread, by its epoch and by its vector, with 64
// threads.
func BenchmarkHappensBefore(b *testing.B) {
	var past clock.Vector
	for t := range 64 {
		past = d.Tick(past, t)
	}
	now := d.Tick(past, 5)
	e := last(past, 5)
	var epoch, vector time.Duration
	yes := true
	for b.Loop() {
		start := time.Now()
		for range 1000 {
			yes = now.Has(e) && yes
		}
		epoch += time.Since(start)
		start = time.Now()
		for range 1000 {
			yes = d.Leq(past, now) && yes
		}
		vector += time.Since(start)
	}
	if !yes {
		b.Fatal("the past is not past")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(epoch.Nanoseconds())/float64(1000*b.N), "ns/epoch")
	b.ReportMetric(float64(vector)/float64(epoch), "×vector")
}

// What a thread learns from another one where both know of many threads, most of which
// they know alike, against a copy of all times.
func BenchmarkLearning(b *testing.B) {
	for _, threads := range []int{4, 64, 10_000} {
		b.Run(strconv.Itoa(threads), func(b *testing.B) {
			times := make([]uint64, threads)
			for t := range times {
				times[t] = uint64(t + 1)
			}
			mine := clock.Of(times...)
			theirs := d.Tick(mine, threads/2)
			mine = d.Tick(mine, 1)
			var tree, flat time.Duration
			size := 0
			for b.Loop() {
				start := time.Now()
				for range 100 {
					if d.Join(mine, theirs).IsTop() {
						b.Fatal("nothing was learnt")
					}
				}
				tree += time.Since(start)
				start = time.Now()
				for range 100 {
					size += len(slices.Clone(times))
				}
				flat += time.Since(start)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(tree.Nanoseconds())/float64(100*b.N), "ns/join")
			b.ReportMetric(float64(tree)/float64(flat), "x-copy")
		})
	}
}
