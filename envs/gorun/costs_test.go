package gorun_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// BenchmarkCosts compares what operations cost that are told of with what they cost natively and under the race
// detector. The observer counts events, and does so on another processor if there is one.
func BenchmarkCosts(b *testing.B) {
	const dir = "testdata/costs"
	for range b.N {
		native, race := costs(b, dir, false), costs(b, dir, true)
		prog := load(b, dir, false, ".")
		var out bytes.Buffer
		s := start(b, prog, gorun.Config{Dir: dir, Stdout: &out, Accesses: true, Order: true})
		events := 0
		require.NoError(b, s.Each(func(*envs.Event) bool { events++; return true }))
		_, err := s.Wait()
		require.NoError(b, err)
		for name, ns := range parseCosts(b, out.Bytes()) {
			b.ReportMetric(ns/native[name], name+"/native")
			b.ReportMetric(ns/race[name], name+"/race")
		}
	}
	b.ReportMetric(0, "ns/op")
}

func costs(b *testing.B, dir string, race bool) map[string]float64 {
	bin := filepath.Join(b.TempDir(), "costs")
	cmd := exec.Command("go", "build", fmt.Sprintf("-race=%v", race), "-o", bin, ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, string(out))
	out, err = exec.Command(bin).Output()
	require.NoError(b, err)
	return parseCosts(b, out)
}

func parseCosts(b *testing.B, out []byte) map[string]float64 {
	m := map[string]float64{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var name string
		var ns float64
		_, err := fmt.Sscan(lines.Text(), &name, &ns)
		require.NoError(b, err, lines.Text())
		m[name] = ns
	}
	return m
}
