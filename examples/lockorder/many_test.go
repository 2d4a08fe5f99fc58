package lockorder_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/lockorder"
)

// manyWaits is a program in which each of n functions waits for a lock, wakes others and calls the next one. It does
// all of that again and again, so that each waits before each wakes. Who holds the locks while they wait to be woken
// does so before, which only a look at each pair of the two tells.
func manyWaits(n int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("class Box { full }\nfinal more = new Box\nfinal end = new Box")
	for i := range n {
		line("final l%d = new Box\nfinal c%[1]d = new Box", i)
	}
	for i := range n {
		line("func step%d() {\n\twhile more.full {", i)
		line("\t\tsync l%d {\n\t\t}\n\t\tsync c%[1]d {\n\t\t\tnotifyall c%[1]d\n\t\t}", i)
		line("\t\tstep%d()\n\t}\n}", i+1)
	}
	line("func step%d() { }", n)
	line("func main() {")
	for i := range n {
		line("\tsync l%d {\n\t\tsync c%[1]d {\n\t\t\twait c%[1]d\n\t\t}\n\t}", i)
	}
	line("\tspawn step0()\n}")
	return b.String()
}

// BenchmarkManyWaits compares twice as many waits and wakings, which are four times as many pairs, with once.
func BenchmarkManyWaits(b *testing.B) {
	look := func(n int) time.Duration {
		p, err := ir.Parse("x.plx", manyWaits(n))
		require.NoError(b, err)
		start := time.Now()
		res, err := lockorder.Analyzer().Fixpoint(context.Background(), p, dataflow.Options{})
		require.NoError(b, err)
		require.Empty(b, res.Findings)
		return time.Since(start)
	}
	const long = time.Hour
	once, twice := long, long // the least, which neighbours disturb least
	for b.Loop() {
		once, twice = min(once, look(20)), min(twice, look(40))
	}
	b.ReportMetric(float64(twice)/float64(once), "twice/once")
}
