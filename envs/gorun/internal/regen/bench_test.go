package regen

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// BenchmarkRegenerated runs a package's own benchmarks natively and regenerated, in turns, and reports the geometric
// mean of the ratios of their times: 1.0 is native speed.
func BenchmarkRegenerated(b *testing.B) {
	for _, pkg := range []string{"sort", "strconv", "encoding/json", "regexp", "slices"} {
		b.Run(pkg, func(b *testing.B) {
			tmp := b.TempDir()
			prog, pkgs, err := Load("", true, pkg)
			if err != nil {
				b.Fatal(err)
			}
			res, err := Regenerate(prog, pkgs, Options{})
			if err != nil {
				b.Fatal(err)
			}
			overlay, err := res.WriteOverlay(tmp)
			if err != nil {
				b.Fatal(err)
			}
			c := Check{Package: pkg}
			native, regen := filepath.Join(tmp, "n"), filepath.Join(tmp, "r")
			if err := c.build(b.Context(), native); err != nil {
				b.Fatal(err)
			}
			if err := c.build(b.Context(), regen, "-overlay", overlay); err != nil {
				b.Fatal(err)
			}
			dir := filepath.Dir(pkgs[0].GoFiles[0])
			for b.Loop() {
				best := [2]map[string]float64{{}, {}}
				for range 3 {
					for i, binary := range []string{native, regen} {
						for name, ns := range ownBenchmarks(b, binary, dir) {
							if old, ok := best[i][name]; !ok || ns < old {
								best[i][name] = ns
							}
						}
					}
				}
				sum, n, worst := 0.0, 0, 0.0
				for name, ns := range best[0] {
					if r := best[1][name]; r > 0 && ns > 0 {
						sum += math.Log(r / ns)
						n++
						worst = max(worst, r/ns)
						if r/ns > 1.3 && os.Getenv("REGEN_SLOW") != "" {
							b.Logf("%s: %.2f", name, r/ns)
						}
					}
				}
				b.ReportMetric(math.Exp(sum/float64(n)), "ratio")
				b.ReportMetric(worst, "worst")
				b.ReportMetric(float64(n), "benchmarks")
			}
		})
	}
}

var benchLine = regexp.MustCompile(`(?m)^(Benchmark\S+)\s+\d+\s+([0-9.]+) ns/op`)

func ownBenchmarks(b *testing.B, binary, dir string) map[string]float64 {
	cmd := exec.Command(binary, "-test.run=^$", "-test.bench=.", "-test.benchtime=2ms", "-test.cpu=1", "-test.short",
		"-test.skip=TypeFieldsCache") // takes minutes
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		b.Fatalf("%v\n%s", err, out.Bytes())
	}
	times := map[string]float64{}
	for _, m := range benchLine.FindAllSubmatch(out.Bytes(), -1) {
		times[string(m[1])], _ = strconv.ParseFloat(string(m[2]), 64)
	}
	return times
}
