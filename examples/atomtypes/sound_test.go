package atomtypes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/atomtypes"
	"github.com/seed38182bad/parallax/examples/checkertest"
	"github.com/seed38182bad/parallax/examples/checkertest/drawn"
)

// What a run shows is among what is found over all paths.
func TestContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	all := checkertest.Shown{}
	for _, g := range []struct {
		n        int
		generate func(irgen.Draw) string
	}{
		{250, small}, {60, drawn.Marked(irgen.Blocks)}, {60, drawn.Marked(drawn.Sharing)},
		{60, drawn.Marked(func(d irgen.Draw) string { return irgen.Program(d, irgen.Options{}) })},
	} {
		for _, flags := range [][]string{nil, {"multi"}, {"declared"}} {
			for kind, n := range checkertest.Contained(t, checker(flags...), checkertest.Generated(g.n, g.generate)) {
				all[kind] += n
			}
		}
	}
	t.Log(all)
	require.Greater(t, all[atomtypes.Compound], 1000)
	require.Greater(t, all[atomtypes.Unguarded], 25)
	require.Greater(t, all[atomtypes.Unmet], 50)
}

// The type that a function has in runs is below the one that it has over all paths.
func TestTypesContained(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	order := []string{"const", "mover", "left", "right", "atomic", "compound"}
	below := map[[2]string]bool{}
	for i, a := range order {
		for _, b := range order[i:] {
			below[[2]string{a, b}] = a != "left" || b != "right"
		}
	}
	types := func(fs []envs.Finding) map[string]string {
		by := map[string]string{}
		for _, f := range fs {
			if f.Kind == atomtypes.Type {
				_, by[f.Subject], _ = strings.Cut(f.Message, " is ")
			}
		}
		return by
	}
	seen := map[string]int{}
	for _, generate := range []func(irgen.Draw) string{small, irgen.Blocks, drawn.Sharing,
		func(d irgen.Draw) string { return irgen.Program(d, irgen.Options{}) }} {
		for text := range checkertest.Generated(60, generate) {
			p, err := ir.Parse("x.plx", text)
			require.NoError(t, err)
			static := types(checker("types").Static(t, p))
			for fn, is := range types(checker("types").Dynamic(t, p, p.Run(1, ir.Options{MaxSteps: 2000, MaxDepth: 100}),
				p.Run(2, ir.Options{MaxSteps: 2000, MaxDepth: 100}))) {
				require.True(t, below[[2]string{is, static[fn]}], "%s is %s in a run, and %s over all paths\n%s", fn, is,
					static[fn], text)
				seen[is]++
			}
		}
	}
	t.Log(seen)
	for _, is := range order {
		require.Positive(t, seen[is], is)
	}
}
