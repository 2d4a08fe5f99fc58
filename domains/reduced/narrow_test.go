package reduced_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
)

// Narrowing wins back what widening gave up, and no more.
func TestNarrow(t *testing.T) {
	element := func(lo, hi int64) odds { return parities.Of(pair{First: of(lo, hi), Second: odd}) }
	wide := parities.Widen(element(1, 3), element(1, 5))
	require.Equal(t, "{[1, ∞] {1}}", wide.String())
	narrow := parities.Narrow(wide, element(1, 9))
	require.Equal(t, "{[1, 9] {1}}", narrow.String())
	require.Equal(t, "{[1, 9] {1}}", parities.Narrow(narrow, element(3, 7)).String(), "only infinite bounds move")
}

// A part that is impossible makes all impossible, whatever the reduction does with it.
func TestImpossibleParts(t *testing.T) {
	fills := reduced.NewPair[span, span](domaintest.Spans{}, domaintest.Spans{},
		func(span, span) (span, span) { return of(0, 1), of(0, 1) })
	for _, p := range []lattice.Pair[span, span]{{First: of(1, 2)}, {Second: of(1, 2)}, {}} {
		require.Equal(t, fills.Bottom(), fills.Of(p))
		require.Equal(t, span{}, fills.Get(fills.Of(p)).First)
	}
	called := false
	two, err := reduced.NewVector[span](domaintest.Spans{}, 2, func(parts []span) {
		called = called || parts[0] == span{} || parts[1] == span{}
	})
	require.NoError(t, err)
	for _, parts := range [][]span{{of(1, 2), {}}, {{}, of(1, 2)}} {
		require.Equal(t, "⊥", two.Of(parts).String())
	}
	require.False(t, called, "the reduction sees possible parts only")
	one, err := reduced.NewVector[span](domaintest.Spans{}, 1, func([]span) {})
	require.NoError(t, err)
	require.Equal(t, "[[1, 2]]", one.Of([]span{of(1, 2)}).String())
}
