package nilness_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/nilness"
)

func checker(flags ...string) checkertest.Checker {
	return checkertest.Checker{Analyzer: nilness.Analyzer, Flags: flags}
}

func TestText(t *testing.T) { checkertest.Text(t, checker(), "testdata/*.plx") }
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/module")
}

// A deferred call is made only where the defer statement was executed: with what was tested there.
func TestDeferred(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/deferred")
}

// Of a function that may recover from a run-time error its callers know nothing.
func TestRecovered(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker("all=true"), "testdata/recovered")
}

// A story leads from where the nil comes from to where it matters.
func TestStory(t *testing.T) {
	p, err := ir.Parse("x.plx", `
func find(n) {
	if n { return nil, 1 }
	return new Object, 0
}
class Node { value }
func main() {
	x, err = find(nondet)
	x.value = 1
}`)
	require.NoError(t, err)
	fs := checker().Static(t, p)
	require.Len(t, fs, 1)
	require.Equal(t, "x may be nil", fs[0].Message)
	require.Equal(t, []string{"3 nil is returned here", "8 what this call returns may be nil", "9 followed here"},
		checkertest.Story(fs[0]))
}
