package views_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/views"
)

// busy has threads that work in blocks, some of them inside another one, some through
// functions, and do as much without a lock.
const busy = `
class P { x, y, z }
class Q { u, v }
final p = new P
final q = new Q
final gate = new Object
func lock(o) { acquire o }
func unlock(o) { release o }
func touch(o) { o.x = o.x + 1; o.y = o.x }
func rest(n) { while n > 0 { n = n - 1 } }
func direct(n) {
	while n > 0 {
		sync p { p.x = p.y; p.y = p.z; p.z = p.x }
		rest(5)
		n = n - 1
	}
}
func called(n) {
	while n > 0 {
		lock(p)
		touch(p)
		if nondet { p.z = 1 }
		unlock(p)
		rest(5)
		n = n - 1
	}
}
func nested(n) {
	while n > 0 {
		sync gate {
			sync q { q.u = q.v; q.v = 1 }
			sync p { touch(p) }
			q.u = 2
		}
		rest(5)
		n = n - 1
	}
}
func main() {
	a = spawn direct(2000)
	b = spawn called(2000)
	c = spawn nested(2000)
}`

// BenchmarkWatch feeds the events of a run to the checker. It tells how many of them there are in a microsecond, and
// how many times slower it is than to follow the run alone.
func BenchmarkWatch(b *testing.B) {
	p, err := ir.Parse("busy.plx", busy)
	require.NoError(b, err)
	events := envstest.Keep(b, p.Run(1, ir.Options{}))
	feed := func(analyzers ...*dataflow.Analyzer) time.Duration {
		w := dataflow.NewWatch(p, analyzers...)
		start := time.Now()
		for i := range events {
			if err := w.Event(&events[i]); err != nil {
				b.Fatal(err)
			}
		}
		return time.Since(start)
	}
	var watching, following time.Duration
	for b.Loop() {
		watching += feed(views.Analyzer())
		following += feed()
	}
	b.ReportMetric(float64(b.N*len(events))/float64(watching.Microseconds()), "events/us")
	b.ReportMetric(float64(watching)/float64(following), "times-following")
}
