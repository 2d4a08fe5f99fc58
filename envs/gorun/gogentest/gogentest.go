// Package gogentest runs tests on modules that are drawn at random. It is for the tests of two packages that have a
// generator of Go programs: envs/gorun/gogen draws sequential ones, examples/parallax/threads concurrent ones. For all
// tests that execute programs under chosen schedules it says where they can be made.
//
//	var functions = gogentest.Flags("gogen", 60, 150, 1, "functions")
//
//	func TestDrawn(t *testing.T) {
//		gogentest.Each(t, functions, Draw, func(t *testing.T, p *Program) {
//			native := p.Build(t, "native")
//			…
//		})
//	}
package gogentest

import (
	"flag"
	"maps"
	"os"
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

// Flags makes a Drawing with the flags NAME, NAME.module, NAME.seed and NAME.into. They say how many of these things
// are drawn, how many of them are in a module, the seed of the first module, and where modules are kept.
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

// Each draws modules, writes them and calls f with each of them, in a subtest with the name of the seed. P is a Module
// with what a package knows of it. At the end Each logs how often each shape was drawn, and gives these counts. The
// function f may add to the Shapes of its module what else is to be counted.
func Each[P interface{ Drawn() *Module }](
	t *testing.T, d *Drawing, draw func(seed uint64, n int) P, f func(t *testing.T, p P),
) map[string]int {
	shapes := map[string]int{}
	for seed, rest := d.seed, d.count; rest > 0; seed++ {
		p := draw(seed, min(d.most, rest))
		rest -= d.most
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			dir := t.TempDir()
			if d.into != "" {
				dir = filepath.Join(d.into, filepath.Base(t.Name()))
				require.NoError(t, os.MkdirAll(dir, 0o777))
			}
			require.NoError(t, p.Drawn().Write(dir))
			f(t, p)
		})
		for s, n := range p.Drawn().Shapes {
			shapes[s] += n
		}
	}
	t.Logf("%d drawn", d.count)
	for _, what := range slices.Sorted(maps.Keys(shapes)) {
		t.Logf("%6d %s", shapes[what], what)
	}
	return shapes
}
