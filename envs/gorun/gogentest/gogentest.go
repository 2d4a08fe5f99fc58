// Package gogentest runs tests on modules that are drawn at random. It is for the tests of two packages that have a
// generator of Go programs: envs/gorun/gogen draws sequential ones, examples/parallax/threads concurrent ones.
//
//	var functions = gogentest.Flags("gogen", 60, 150, 1, "functions")
//
//	func TestDrawn(t *testing.T) {
//		gogentest.Each(t, functions, Draw, func(t *testing.T, p *Program, dir string) {
//			native := gogentest.Build(t, dir, "native")
//			…
//		})
//	}
package gogentest

import (
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Drawing says how much is drawn.
type Drawing struct {
	count, most int
	seed        uint64
	into        string
}

// Flags makes a Drawing with the flags NAME, NAME.module, NAME.seed and NAME.into: how many of these things are drawn,
// how many of them are in a module, the seed of the first module, and where modules are kept.
func Flags(name string, count, most int, seed uint64, things string) *Drawing {
	d := &Drawing{}
	flag.IntVar(&d.count, name, count, "how many "+things+" are drawn")
	flag.IntVar(&d.most, name+".module", most, "how many "+things+" are in a module")
	flag.Uint64Var(&d.seed, name+".seed", seed, "the seed of the first module of "+things)
	flag.StringVar(&d.into, name+".into", "", "where the modules are kept; nowhere by default")
	return d
}

// Count is how many things are drawn in all.
func (d *Drawing) Count() int { return d.count }

// A Program is what a package draws: a module and what it knows of that.
type Program interface{ Drawn() *Module }

// Each draws modules and calls f with each of them, in a subtest with the name of the seed. The module is written into
// dir. At the end it logs how often each shape was drawn.
func Each[P Program](t *testing.T, d *Drawing, draw func(seed uint64, n int) P, f func(t *testing.T, p P, dir string)) {
	shapes := map[string]int{}
	for seed, rest := d.seed, d.count; rest > 0; seed++ {
		p := draw(seed, min(d.most, rest))
		rest -= d.most
		for s, n := range p.Drawn().Shapes {
			shapes[s] += n
		}
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			dir := t.TempDir()
			if d.into != "" {
				dir = filepath.Join(d.into, filepath.Base(t.Name()))
				require.NoError(t, os.MkdirAll(dir, 0o777))
			}
			require.NoError(t, p.Drawn().Write(dir))
			f(t, p, dir)
		})
	}
	t.Logf("%d drawn", d.count)
	Log(t, shapes)
}

// Log logs how often each thing was counted.
func Log(t *testing.T, counts map[string]int) {
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%6d %s", counts[what], what)
	}
}

// Build builds the main package of a module, as a program of this name in its folder.
func Build(t *testing.T, dir, name string, flags ...string) string {
	program := filepath.Join(dir, name)
	cmd := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), ".")...)
	cmd.Dir = dir
	msg, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", msg)
	return program
}

// Output is what the main package of a module prints natively.
func Output(t *testing.T, dir string) string {
	out, err := exec.Command(Build(t, dir, "native")).Output()
	require.NoError(t, err)
	return string(out)
}
