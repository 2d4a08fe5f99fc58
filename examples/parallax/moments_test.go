package main

import (
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/blockwise"
	"github.com/seed38182bad/parallax/examples/views"
)

// counted is a run that counts how often it is shown.
type counted struct {
	envs.Run
	shown int
}

func (r *counted) Events() iter.Seq2[envs.Event, error] {
	r.shown++
	return r.Run.Events()
}

// A run is shown once to gather what blocks do, once to compare that, and once because conflicts were found. That each
// pass has segments of its own brings nothing new.
func TestMomentsAreKnownAgain(t *testing.T) {
	for _, c := range []struct {
		checker *dataflow.Analyzer
		trace   string
	}{
		{blockwise.Analyzer(), `T1|fork(T2)|0
T1|begin(a)|1
T1|r(x)|2
T1|w(x)|3
T1|end(a)|4
T2|begin(b)|5
T2|r(x)|6
T2|w(x)|7
T2|end(b)|8
`},
		{views.Analyzer(), `T1|fork(T2)|0
T1|acq(l)|1
T1|w(x)|2
T1|w(y)|3
T1|rel(l)|4
T2|acq(l)|5
T2|w(x)|6
T2|rel(l)|7
T2|acq(l)|8
T2|w(y)|9
T2|rel(l)|7
`},
	} {
		p, events := tracetest.Read(t, c.trace)
		run := &counted{Run: events}
		w := dataflow.NewWatch(p, c.checker)
		require.NoError(t, w.RunWhole(t.Context(), run), c.checker.Name)
		require.NotEmpty(t, w.Findings(), c.checker.Name)
		require.Equal(t, 3, run.shown, c.checker.Name)
	}
}
