//go:build linux

package wire_test

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/wire"
)

// BenchmarkProbes gives what the program measures, in ns per round: without a ring, and with one that is read. Names
// that end in "bare" are the same code without probes; "private" is the store of one word to memory of the program's
// own, as a checker inside the program would need it.
func BenchmarkProbes(b *testing.B) {
	path := build(b, false)
	report := func(b *testing.B, out string) {
		for name, ns := range timings(out) {
			b.ReportMetric(ns, name)
		}
		b.ReportMetric(0, "ns/op")
	}
	b.Run("off", func(b *testing.B) {
		for range b.N {
			out, err := exec.Command(path, "bench", "5000000").CombinedOutput()
			require.NoError(b, err)
			report(b, string(out))
		}
	})
	b.Run("read", func(b *testing.B) {
		for range b.N {
			r := start(b, wire.RingOptions{}, path, "bench", "5000000")
			for _, err := range r.ring.Batches(r.exited) {
				require.NoError(b, err)
			}
			require.NoError(b, r.err)
			report(b, r.output())
		}
	})
}

// BenchmarkAwaits gives processor time in ns of what may wait. That is Lock and Unlock, and a message to a goroutine
// that waits for it, alone or in a select of two cases. Each is measured in three ways. "bare" has no probes. The
// probes of "told" say what an operation is about. Those of "awaits" say that goroutines wait, too. Ratios are of the
// last two.
func BenchmarkAwaits(b *testing.B) {
	ways := []string{"bare", "told", "awaits"}
	least := map[string]float64{}
	for range b.N {
		for _, way := range ways {
			path := buildAs(b, buildHow{opts: probe.Options{Awaits: way == "awaits"}})
			r := start(b, wire.RingOptions{}, path, "waits", "200000", way)
			for _, err := range r.ring.Batches(r.exited) {
				require.NoError(b, err)
			}
			require.NoError(b, r.err)
			require.Zero(b, r.ring.Lost())
			for name, ns := range timings(r.output()) {
				name += "-" + way
				if old, ok := least[name]; !ok || ns < old {
					least[name] = ns
				}
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, op := range []string{"lock", "pingpong", "select"} {
		for _, way := range ways {
			b.ReportMetric(least[op+"-"+way], op+"-"+way)
		}
		b.ReportMetric(least[op+"-awaits"]/least[op+"-told"], op+"-ratio")
	}
}

// timings are the lines of a program that say how long something takes.
func timings(out string) map[string]float64 {
	ns := map[string]float64{}
	for line := range strings.Lines(out) {
		var name string
		var x float64
		if n, _ := fmt.Sscanf(line, "%s %f", &name, &x); n == 2 && name != "done" {
			ns[name] = x
		}
	}
	return ns
}

// BenchmarkObserve runs the program with two goroutines that write as fast as they can, and an observer that only
// reads, or decodes.
func BenchmarkObserve(b *testing.B) {
	path := build(b, false)
	per := func(b *testing.B, n uint64) {
		b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mrecords/s")
	}
	b.Run("read", func(b *testing.B) {
		n := uint64(0)
		before := cpu()
		for range b.N {
			r := start(b, wire.RingOptions{}, path, "stream", "2000000")
			for batch := range r.ring.Batches(r.exited) {
				n += uint64(len(batch.Words))
			}
		}
		per(b, n)
		b.ReportMetric(float64(cpu()-before)/float64(n), "cpu-ns/record")
	})
	b.Run("decode", func(b *testing.B) {
		n, events := uint64(0), 0
		before := cpu()
		for range b.N {
			r := start(b, wire.RingOptions{}, path, "stream", "2000000")
			d := r.decode(func(envs.Event) { events++ })
			n += d.Records()
		}
		per(b, n)
		b.ReportMetric(float64(cpu()-before)/float64(events), "cpu-ns/event")
	})
}

// BenchmarkDecode gives the time for an operation when the records are there.
func BenchmarkDecode(b *testing.B) {
	words := []uint64{head(wire.Enter, 5, fnMain)}
	for i := range 60 {
		words = append(words, head(wire.Enter, 10, fnLeaf), head(wire.Block, 10, uint32(2+i%2*2)), head(wire.Leave, 10, 0))
	}
	words = append(words, head(wire.Leave, 5, 0))
	ops := 0
	d := wire.NewDecoder(program(), func(yield func(wire.Batch, error) bool) {
		for b.Loop() {
			yield(wire.Batch{Stream: 1, Words: words}, nil)
		}
	}, wire.Options{})
	before := cpu()
	require.NoError(b, d.Each(func(e *envs.Event) bool {
		if e.Kind == envs.Step {
			ops++
		}
		return true
	}))
	spent := float64(cpu() - before)
	require.Zero(b, d.Misfits())
	b.ReportMetric(spent/float64(ops), "cpu-ns/operation")
	b.ReportMetric(spent/float64(d.Records()), "cpu-ns/record")
}

// cpu is the processor time that the process took, in ns: the machine may be busy with other things.
func cpu() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
