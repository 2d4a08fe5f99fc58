package domaintest_test

import (
	"math"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSpans(t *testing.T) {
	plusOne := func(s domaintest.Span) domaintest.Span { return s.Plus(1) }
	latticetest.Suite[domaintest.Span]{
		Lattice:   domaintest.Spans{},
		Elements:  domaintest.AnySpans(),
		Transfers: []func(domaintest.Span) domaintest.Span{plusOne},
		Steps:     3,
	}.Check(t)
	gamma := latticetest.Gamma[domaintest.Span, int64]{
		Lattice:  domaintest.Spans{},
		Elements: domaintest.AnySpans(),
		Contains: domaintest.Span.Contains,
		Pick:     func(t *rapid.T, s domaintest.Span) (int64, bool) { return domaintest.InSpan(t, s) },
	}
	latticetest.Run(t, append(gamma.Laws(), gamma.Sound(plusOne, func(x int64) (int64, bool) {
		return x + 1, x < math.MaxInt64-1
	})))
}

func TestSpanPrints(t *testing.T) {
	require.Equal(t, "[0, 10]", domaintest.SpanOf(0, 10).String())
	require.Equal(t, "3", domaintest.SpanOf(3, 3).String())
	require.Equal(t, "⊥", domaintest.SpanOf(1, 0).String())
	require.Equal(t, "[-∞, ∞]", domaintest.Spans{}.Top().String())
}
