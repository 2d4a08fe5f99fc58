package bounds_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/checkertest"
)

func checker(flags ...string) checkertest.Checker {
	return checkertest.Checker{Analyzer: bounds.Analyzer, Flags: flags}
}

func TestText(t *testing.T) { checkertest.Text(t, checker(), "testdata/*.plx") }
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker(), "testdata/module")
}

// Of a function that may recover from a run-time error its callers know nothing.
func TestRecovered(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker("all=true"), "testdata/recovered")
}

// A number that is not above one of uint64 may be too large for int.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Go programs and runs them")
	}
	checkertest.Go(t, checker("all=true"), "testdata/large")
}

func TestRelated(t *testing.T) {
	related := bounds.Analyzer().Flags.Lookup("related")
	require.Equal(t, "16", related.DefValue)
	for _, wrong := range []string{"", "0", "-1", "65", "many"} {
		require.EqualError(t, related.Value.Set(wrong), "want a number from 1 to 64", wrong)
	}
	for _, right := range []string{"1", "64"} {
		require.NoError(t, related.Value.Set(right))
		require.Equal(t, right, related.Value.String())
	}
}

var programs = flag.Int("bounds.programs", 100, "how many generated programs are looked at from both sides")

// What fails in a run of a generated program is among what is not proved.
func TestSound(t *testing.T) {
	if testing.Short() {
		*programs = min(*programs, 20)
	}
	shown := checkertest.Contained(t, checker("all=true"), checkertest.Generated(*programs, irgen.Numbers))
	require.Greater(t, shown.Total(), *programs/4)
}

// Programs that went wrong once: numbers that zones round, and a call that is not reached.
func TestSoundAgain(t *testing.T) {
	for _, seed := range []uint64{1147, 1690} {
		checker("all=true").Contained(t, irgen.Numbers(irgen.Seeded(seed)))
	}
}

// What every call agrees on is known in the callee, so its index is proved.
func TestCalls(t *testing.T) {
	text, err := os.ReadFile("testdata/bounds.plx")
	require.NoError(t, err)
	p, err := ir.Parse("bounds.plx", string(text))
	require.NoError(t, err)
	names := func(findings []envs.Finding) (all []string) {
		for _, f := range findings {
			all = append(all, f.Func)
		}
		return all
	}
	require.NotContains(t, names(checker("all=true").Static(t, p)), "inside")
	require.Contains(t, names(checker("all=true", "related=1").Static(t, p)), "inside")
}
