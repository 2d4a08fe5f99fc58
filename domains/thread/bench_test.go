package thread_test

import (
	"testing"
	"time"
)

// The question whether two identities may be one thread, against the meet that it
// saves.
func BenchmarkMayBeSame(b *testing.B) {
	x := d.Fork(d.Fork(d.Fork(d.Main(), 1, false), 2, false), 3, true)
	y := d.Join(d.Fork(d.Fork(d.Main(), 1, false), 3, true), d.Fork(d.Fork(d.Main(), 1, false), 2, true))
	if !d.MayBeSame(x, y) {
		b.Fatal("they may be")
	}
	var ask, meet time.Duration
	for b.Loop() {
		start := time.Now()
		for range 100 {
			d.MayBeSame(x, y)
		}
		ask += time.Since(start)
		start = time.Now()
		for range 100 {
			d.Meet(x, y)
		}
		meet += time.Since(start)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ask.Nanoseconds())/float64(100*b.N), "ns/question")
	b.ReportMetric(float64(meet)/float64(ask), "×meet")
}
