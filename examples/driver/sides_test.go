package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/conflicts"
	"github.com/seed38182bad/parallax/examples/modelcheck"
	"github.com/seed38182bad/parallax/examples/serial"
)

// A checker of runs is left out over all paths, and one over all paths of runs; compare has both, and takes what runs
// show for confirmed.
func TestCheckersOfOneSide(t *testing.T) {
	with := func(args ...string) outcome {
		return doWith(t.Context(), args, serial.Analyzer(), conflicts.Analyzer())
	}
	const file = "../bank/bank.plx"
	o := with("check", "-checker", "serial", file)
	require.Equal(t, 2, o.status)
	require.Contains(t, o.stderr, "-checker: serial is defined on single runs only; here, name conflicts")
	o = with("run", "-checker", "conflicts", file)
	require.Contains(t, o.stderr, "-checker: conflicts is defined over all paths only; here, name serial")
	for _, f := range with("check", "-json", "-checker", "all", file).decode(t).Findings {
		require.Equal(t, "conflicts", f.Checker)
	}
	shown := with("run", "-json", "-runs", "20", "-checker", "all", file).decode(t).Findings
	require.NotEmpty(t, shown)
	for _, f := range shown {
		require.Equal(t, "serial", f.Checker)
	}
	for _, name := range []string{"serial", "conflicts", "all"} {
		rows := with("compare", "-json", "-checker", name, file).decode(t).Rows
		confirmed := 0
		for _, r := range rows {
			require.Equal(t, "conflicts", r.Finding.Checker)
			require.NotEqual(t, envs.DynamicOnly, r.Class)
			if r.Class == envs.Confirmed {
				confirmed++
			}
		}
		require.Positive(t, confirmed, name)
	}
	require.Contains(t, with("explore", "-checker", "conflicts", file).stderr, "conflicts is defined over all paths only")
	o = with("explore", "-json", "-executions", "9", "-checker", "serial", file)
	require.NotEmpty(t, o.decode(t).Findings, "schedules are runs")

	scheduled := func(args ...string) outcome { return doWith(t.Context(), args, plain(), modelcheck.Analyzer()) }
	for _, verb := range []string{"check", "run", "compare"} {
		o = scheduled(verb, "-checker", "modelcheck", file)
		require.Equal(t, 2, o.status, verb)
		require.Contains(t, o.stderr, "-checker: modelcheck is defined on explored schedules only")
	}
	o = scheduled("run", "-checker", "all", file)
	require.Contains(t, o.out, "Only on explored schedules: modelcheck.")
	_, err := modelcheck.Analyzer().Fixpoint(t.Context(), nil, dataflow.Options{})
	require.ErrorContains(t, err, "modelcheck is defined on explored schedules only")
	_, err = serial.Analyzer().Fixpoint(t.Context(), nil, dataflow.Options{})
	require.ErrorContains(t, err, "serial is defined on single runs only")
}
