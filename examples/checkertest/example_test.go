package checkertest_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

// printer prints what a test is told.
type printer struct{}

func (printer) Helper()                           {}
func (printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// A file of programs is held to its comments. In a test, t is the *testing.T.
func ExampleText() {
	var t printer
	checker := checkertest.Checker{Analyzer: bounds.Analyzer}
	checkertest.Text(t, checker, "testdata/average.plx")
	// Output:
	// testdata/average.plx:10: index-out-of-range is wanted, but not found over all paths
	// testdata/average.plx:15:11: index-out-of-range is found over all paths, but not wanted: the index may be out of range (length of a = 0)
	// testdata/average.plx:15:11: index-out-of-range is found in a run, but not wanted: the index may be out of range (length of a = 0)
}

// Runs of generated programs show nothing that is missed over all paths, if the checker
// reports whatever it cannot prove, as its flag says.
func ExampleContained() {
	var t printer
	programs := checkertest.Generated(50, irgen.Numbers)

	all := checkertest.Checker{Analyzer: bounds.Analyzer, Flags: []string{"all=true"}}
	shown := checkertest.Contained(t, all, programs)
	fmt.Println(shown["division-by-zero"] > 0, shown["index-out-of-range"] > 0)
	// Output: true true
}
