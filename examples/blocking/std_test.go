package blocking_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/examples/blocking"
)

// The analysis of a function with a select of many cases in a loop, and conditions that are asked again, comes to its
// end. What the paths have decided is left out there.
func TestManyDecisionsEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a package of the standard library, with all on which it depends")
	}
	check(t, standard(t, "internal/fuzz"), blocking.Analyzer())
}

// BenchmarkStd compares the checker over all paths of the standard library with what it takes to load that. Metrics are
// seconds of processor time, and their ratio.
func BenchmarkStd(b *testing.B) {
	if testing.Short() {
		b.Skip("loads the standard library")
	}
	for b.Loop() {
		before := cpuSeconds(b)
		p := standard(b, "std")
		loaded := cpuSeconds(b)
		check(b, p, blocking.Analyzer())
		load, checked := loaded-before, cpuSeconds(b)-loaded
		b.ReportMetric(load, "load-s")
		b.ReportMetric(checked, "blocking-s")
		b.ReportMetric(checked/load, "blocking/load")
	}
}

func standard(t testing.TB, pattern string) *gosrc.Program {
	p, err := gosrc.Load(context.Background(), gosrc.Config{Dir: t.TempDir(), Patterns: []string{pattern}})
	require.NoError(t, err)
	return p
}

func check(t testing.TB, p envs.Program, a *dataflow.Analyzer) {
	_, err := a.Fixpoint(context.Background(), p, dataflow.Options{})
	require.NoError(t, err)
}

// cpuSeconds is the processor time that the process has taken.
func cpuSeconds(t testing.TB) float64 {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}
