package views_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/views"
)

// A trace in text says what was executed, and nothing of other ways, which are then no excuse.
func TestConditionalInTrace(t *testing.T) {
	const text = `T1|fork(T2)|0
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
`
	for _, conditional := range []string{"false", "true"} {
		p, run := tracetest.Read(t, text)
		a := views.Analyzer()
		require.NoError(t, a.Flags.Set("conditional", conditional))
		w := dataflow.NewWatch(p, a)
		require.NoError(t, w.Run(context.Background(), run))
		require.Len(t, w.Findings(), 1, "conditional=%s", conditional)
	}
}
