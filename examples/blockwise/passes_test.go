package blockwise_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/trace/tracetest"
	"github.com/seed38182bad/parallax/examples/blockwise"
)

// That each pass has segments of its own brings nothing new.
func TestMomentsAreKnownAgain(t *testing.T) {
	p, run := tracetest.Read(t, `T1|fork(T2)|0
T1|begin(a)|1
T1|r(x)|2
T1|w(x)|3
T1|end(a)|4
T2|begin(b)|5
T2|r(x)|6
T2|w(x)|7
T2|end(b)|8
`)
	counted := &tracetest.Counted{Run: run}
	w := dataflow.NewWatch(p, blockwise.Analyzer())
	require.NoError(t, w.RunWhole(t.Context(), counted))
	require.NotEmpty(t, w.Findings())
	require.Equal(t, 3, counted.Shown)
}
