package bounds

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/examples/bounds/internal/numbers"
)

var passPrograms = flag.Int("bounds.passes", 60, "how many generated programs are looked at with and without shortcuts")

// pairs draws a program of two generated ones.
func pairs(t *testing.T, seed uint64) envs.Program {
	text := irgen.Numbers(irgen.Seeded(seed))
	other := irgen.Numbers(irgen.Seeded(seed + 1000))
	text += strings.NewReplacer("helper", "other", "main",
		"start").Replace(other) + "root func both() { x = helper(1, 2); y = other(x, 3) }\n"
	p, err := ir.Parse("p.plx", text)
	require.NoError(t, err, text)
	return p
}

func found(t *testing.T, p envs.Program, ch dataflow.Analysis[*numbers.State], message bool) (map[string]bool,
	fixpoint.Stats) {
	res, err := dataflow.Fixpoint(context.Background(), p, "bounds", ch.Alone, dataflow.Options{})
	require.NoError(t, err)
	all := map[string]bool{}
	for _, f := range res.Findings {
		text := f.Pos.String() + ": " + f.Func + ": " + f.Kind
		if message {
			text += ": " + f.Message
		}
		all[text] = true
	}
	return all, res.Stats
}

// What a pass keeps of the one before is what stepping again would find.
func TestRetained(t *testing.T) {
	less := 0
	for seed := range uint64(*passPrograms) {
		p := pairs(t, seed)
		kept, few := found(t, p, newChecker(true, 16).analysis(), true)
		stepping := newChecker(true, 16).analysis()
		stepping.Tuning.Retains = nil
		again, many := found(t, p, stepping, true)
		require.Equal(t, again, kept, "seed %d", seed)
		if few.Visits < many.Visits {
			less++
		}
	}
	require.Greater(t, less, *passPrograms/4)
}

// Who follows only what matters proves no more than who follows everything, and little less: what is in code
// that other numbers show to be out of reach.
func TestSliced(t *testing.T) {
	more, all := 0, 0
	for seed := range uint64(*passPrograms) {
		p := pairs(t, seed)
		sliced, _ := found(t, p, newChecker(true, 16).analysis(), false)
		c := newChecker(true, 16)
		c.whole = true
		whole, _ := found(t, p, c.analysis(), false)
		for f := range whole {
			require.Contains(t, sliced, f, "seed %d", seed)
		}
		all += len(whole)
		more += len(sliced) - len(whole)
	}
	require.Greater(t, all, *passPrograms)
	require.LessOrEqual(t, more, all/10)
}
