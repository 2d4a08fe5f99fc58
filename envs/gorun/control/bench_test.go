package control

import (
	"fmt"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkExecutions makes executions of a test in which two goroutines make four operations on locks each. There are
// about two and a half times as many in a second as of the same test under the scheduler of Go.
func BenchmarkExecutions(b *testing.B) {
	built, err := Prepare(b.Context(), Config{Dir: "testdata/speed"})
	require.NoError(b, err)
	defer built.Close()
	b.Run("native", func(b *testing.B) { // the same test under the scheduler of Go
		run := func(n int) {
			cmd := exec.CommandContext(b.Context(), built.binary[0].file, "-test.run=^TestLocks$", fmt.Sprint("-test.count=", n))
			require.NoError(b, cmd.Run())
		}
		run(1)
		b.ResetTimer()
		run(b.N)
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "executions/s")
	})
	for _, strategy := range []string{"first", "walk", "pct", "all"} {
		b.Run(strategy, func(b *testing.B) {
			n := max(b.N, 2)
			made := int64(0)
			ns := int64(0)
			for made < int64(n) {
				opts := Options{Strategy: strategy, Executions: n, Preemptions: -1, Run: "^TestLocks$"}
				for x, err := range built.Explore(b.Context(), opts) {
					require.NoError(b, err)
					made += int64(x.Executions)
					ns += int64(x.Time)
				}
				if strategy == "first" || strategy == "all" {
					break
				}
			}
			b.ReportMetric(float64(ns)/float64(made), "ns/execution")
			b.ReportMetric(float64(made)/float64(ns)*1e9, "executions/s")
		})
	}
}
