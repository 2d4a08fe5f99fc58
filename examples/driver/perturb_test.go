//go:build linux

package driver

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/examples/blocking"
)

// rareDir has a program whose defects show in rare schedules.
const rareDir = "../../envs/gorun/testdata/rare"

// Runs behind the first are perturbed, and so is the first if its seed is given. Their seeds are told.
func TestSeedsOfRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program anew for each row, with probes")
	}
	for _, c := range []struct {
		args  []string
		seeds []uint64
	}{
		{[]string{}, []uint64{0}},
		{[]string{"-runs", "3"}, []uint64{0, 2, 3}},
		{[]string{"-seed", "7", "-runs", "2"}, []uint64{7, 8}},
		{[]string{"-seed", "0", "-runs", "2"}, []uint64{0, 1}},
	} {
		args := append([]string{"run", "-json", "-C", rareDir}, c.args...)
		o := do(t, append(args, ".", "check")...).decode(t)
		require.Len(t, o.Runs, len(c.seeds))
		for i, seed := range c.seeds {
			name := "rare"
			if seed != 0 {
				name = fmt.Sprint("rare seed ", seed)
			}
			require.Equal(t, name, o.Runs[i].Name)
			require.Equal(t, seed, o.Runs[i].Seed)
		}
	}
}

// A finding that only perturbed runs show says with which seed the first of them does, from both sides, too.
func TestFindingTellsItsSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program and runs it 20 times, from both sides")
	}
	at := func(args ...string) outcome {
		return doWith(context.Background(), append(args, "-C", rareDir, ".", "signal"), blocking.Analyzer())
	}
	o := at("run", "-runs", "20", "-json").decode(t)
	require.Len(t, o.Findings, 1)
	seed := o.Findings[0].Seed
	require.NotZero(t, seed)
	require.Contains(t, at("run", "-runs", "20").out, "shown with -seed ")
	require.Contains(t, at("compare", "-run", "-runs", "20").out, "(shown with -seed ")
}
