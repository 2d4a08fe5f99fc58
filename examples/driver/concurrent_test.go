package driver

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/bounds"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/nilness"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/views"
)

// Checkers that run side by side report what each of them does alone, in the order of the checkers.
func TestCheckersSideBySide(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it")
	}
	check := func(names string) []Finding {
		o := doWith(context.Background(), []string{"check", "-json", "-tests", "-checker", names, "-C", "../bank", "."},
			eraser.Analyzer(), plain(), race.Analyzer(), bounds.Analyzer(), views.Analyzer(), nilness.Analyzer())
		return o.decode(t).Findings
	}
	var alone []Finding
	for _, name := range []string{"eraser", "stale", "race", "bounds", "views", "nilness"} {
		alone = append(alone, check(name)...)
	}
	require.NotEmpty(t, alone)
	for range 3 {
		require.ElementsMatch(t, alone, check("all"))
	}
	first := check("all")
	require.True(t, slices.EqualFunc(first, check("all"),
		func(a, b Finding) bool { return a.Checker == b.Checker && a.Pos == b.Pos }))
}
