package environment_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice"
)

// bottomAndTop are dense environments of n variables.
func bottomAndTop(t *testing.T, n int) (bottom, top dense) {
	m := densesOver[span](domaintest.Spans{})
	bottom, err := m.Bottom(n)
	require.NoError(t, err)
	top, err = m.Top(n)
	require.NoError(t, err)
	return bottom, top
}

func TestDenseEnds(t *testing.T) {
	for _, n := range []int{0, 3} {
		bottom, top := bottomAndTop(t, n)
		require.False(t, bottom.Reached())
		require.True(t, top.Reached())
		require.Equal(t, "⊥ {}", bottom.String()+" "+top.String())
		require.Equal(t, n, top.Len())
	}
	_, d := bottomAndTop(t, 2)
	d.Set(1, of(0, 3))
	d.Unreach()
	require.Equal(t, "⊥", d.String())
	for i := range d.All() {
		t.Fatalf("bottom knows something of variable %d", i)
	}
}

// Where one operand of narrowing is bottom, so is the result, and where no value remains.
func TestNarrowToBottom(t *testing.T) {
	bottom, d := bottomAndTop(t, 1)
	d.Set(0, of(math.MinInt64, 5))
	e, above := sparse(d), spans.Set(spans.Top(), 0, of(6, 7))
	require.False(t, spans.Narrow(e, spans.Bottom()).Reached())
	require.False(t, spans.Narrow(spans.Bottom(), e).Reached())
	require.False(t, spans.Narrow(e, above).Reached())

	_, other := bottomAndTop(t, 1)
	other.Set(0, of(6, 7))
	for _, next := range []dense{bottom, other} {
		r, changed := d.Clone().Narrow(next)
		require.True(t, changed)
		require.False(t, r.Reached())
	}
	r, changed := bottom.Clone().Narrow(d)
	require.False(t, changed || r.Reached())
}

// unhashed is spans without their hash.
type unhashed struct{ lattice.Lattice[span] }

// Hashes tell values apart, variables, and bottom from top.
func TestHash(t *testing.T) {
	seen := map[uint64]bool{spans.Hash(spans.Bottom()): true, spans.Hash(spans.Top()): true}
	for k := range 4 {
		for n := range int64(4) {
			seen[spans.Hash(spans.Set(spans.Top(), k, of(0, n)))] = true
		}
	}
	require.Greater(t, len(seen), 16)
	plain := over[int, span](unhashed{domaintest.Spans{}})
	require.NotEqual(t, plain.Hash(plain.Top()), plain.Hash(plain.Set(plain.Top(), 1, of(0, 1))))
}
