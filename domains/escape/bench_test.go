package escape_test

import (
	"testing"
	"time"
)

// The access of an owner, which is what nearly all accesses are, against that of
// another thread.
func BenchmarkAccess(b *testing.B) {
	local := d.New(1)
	shared := d.Publish(local, 3)
	var own, others time.Duration
	s := local
	for b.Loop() {
		start := time.Now()
		for range 1000 {
			s = d.Access(local, 1, 7, true)
		}
		own += time.Since(start)
		start = time.Now()
		for range 1000 {
			s = d.Access(shared, 2, 7, true)
		}
		others += time.Since(start)
	}
	if s == local {
		b.Fatal("it has escaped")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(own.Nanoseconds())/float64(1000*b.N), "ns/access")
	b.ReportMetric(float64(others)/float64(own), "×others")
}
