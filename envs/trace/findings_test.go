package trace_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/envs/ir/irgen"
	"github.com/seed38182bad/parallax/envs/trace/tracegen"
	"github.com/seed38182bad/parallax/examples/eraser"
	"github.com/seed38182bad/parallax/examples/lockorder"
	"github.com/seed38182bad/parallax/examples/race"
	"github.com/seed38182bad/parallax/examples/stale"
)

// found gives all that checkers find in a run, as a person would get it.
func found(t *testing.T, p envs.Program, run []envs.Event, analyzers ...*dataflow.Analyzer) (text string, n int) {
	for _, a := range analyzers {
		w := a.Replay(p)
		require.NoError(t, w.Run(context.Background(), envstest.Kept(run)))
		findings := w.Findings()
		b, err := json.MarshalIndent(findings, "", " ")
		require.NoError(t, err)
		text += string(b)
		n += len(findings)
	}
	return text, n
}

// What is found in a run is found in its file, without the program that was run.
func TestFindingsOfRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	total := 0
	for seed := range uint64(220) {
		p, err := ir.Parse("x.plx", irgen.Program(irgen.Seeded(seed), irgen.Options{}))
		require.NoError(t, err)
		var run []envs.Event
		for ev, err := range p.Run(seed, ir.Options{MaxSteps: 2000}).Events() {
			require.NoError(t, err)
			if ev.Kind != envs.Fault { // which is about values, of which a file tells nothing
				run = append(run, ev)
			}
		}
		plain := stale.Analyzer()
		require.NoError(t, plain.Flags.Parse([]string{"-plain"}))
		analyzers := []*dataflow.Analyzer{stale.Analyzer(), plain, race.Analyzer(), eraser.Analyzer(), lockorder.Analyzer()}
		want, n := found(t, p, run, analyzers...)
		_, r := events(t, file(t, p, [][]envs.Event{run}))
		got, _ := found(t, r.Program(), run, analyzers...)
		require.Equal(t, want, got, "seed %d", seed)
		total += n
	}
	t.Log(total, "findings")
	require.Greater(t, total, 100)
}

// What is found in a text is found in the same made binary, and in that made a text.
func TestFindingsOfTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	total := 0
	for seed := range uint64(300) {
		text := tracegen.Text(irgen.Seeded(seed), tracegen.Options{Blocks: true})
		analyzers := []*dataflow.Analyzer{race.Analyzer(), eraser.Analyzer(), lockorder.Analyzer()}
		run, r := events(t, []byte(text))
		want, n := found(t, r.Program(), run, analyzers...)
		run, b := events(t, file(t, r.Program(), [][]envs.Event{run}))
		got, _ := found(t, b.Program(), run, analyzers...)
		require.Equal(t, want, got, "seed %d", seed)
		again, _ := texted(t, b.Program(), run)
		require.Equal(t, text, again)
		total += n
	}
	t.Log(total, "findings")
	require.Greater(t, total, 100)
}
