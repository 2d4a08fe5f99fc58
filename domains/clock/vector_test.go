package clock_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var d clock.Domain

func vectors() latticetest.Suite[clock.Vector] {
	return latticetest.Suite[clock.Vector]{
		Lattice: d, Elements: anyVectors(), Steps: 2,
		Transfers: []func(clock.Vector) clock.Vector{
			func(v clock.Vector) clock.Vector { return d.Tick(v, 0) },
			func(v clock.Vector) clock.Vector { return d.Tick(v, 6) },
			func(v clock.Vector) clock.Vector { return d.Tick(v, -1) },
		},
	}
}

func TestVectors(t *testing.T) { vectors().Check(t) }

func FuzzVectors(f *testing.F) { latticetest.Fuzz(f, vectors().Laws()) }

// A vector describes the steps that it has.
func TestMeaning(t *testing.T) {
	g := latticetest.Gamma[clock.Vector, clock.Epoch]{
		Lattice: d, Elements: anyVectors(),
		Contains: func(v clock.Vector, e clock.Epoch) bool { return e.Time() > 0 && v.Has(e) },
		Pick: func(t *rapid.T, v clock.Vector) (clock.Epoch, bool) {
			thread := rapid.IntRange(0, 4).Draw(t, "thread")
			if v.Time(thread) == 0 {
				return 0, false
			}
			e, err := clock.At(thread, rapid.SampledFrom([]uint64{1, v.Time(thread)}).Draw(t, "time"))
			require.NoError(t, err)
			return e, true
		},
	}
	g.Check(t)
	tick := func(v clock.Vector) clock.Vector { return d.Tick(v, 2) }
	latticetest.Run(t, []latticetest.Law{
		g.Sound(tick, func(e clock.Epoch) (clock.Epoch, bool) { return e, true }),
		g.Sound(tick, func(e clock.Epoch) (clock.Epoch, bool) {
			next, err := clock.At(e.Thread(), e.Time()+1)
			return next, e.Thread() == 2 && err == nil
		}),
	})
}

// A step is in a vector if it is none of a later time.
func TestHas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, e := anyVectors().Draw(t, "v"), anyEpochs().Draw(t, "epoch")
		require.Equal(t, e.Time() <= v.Time(e.Thread()), v.Has(e))
	})
}

func TestEqualities(t *testing.T) {
	text := func(e any) string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return string(b)
	}
	draw := rapid.OneOf(anyVectors(), rapid.SampledFrom([]clock.Vector{d.Bottom(), d.Top()}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		equal := d.Equal(x, y)
		require.Equal(t, equal, x.String() == y.String())
		require.Equal(t, equal, text(x) == text(y))
	})
	v := clock.Of(3, 0, 1, 0)
	require.Equal(t, `{0:3, 2:1} {"0":3,"2":1} {…} "any" {} {}`,
		fmt.Sprint(v, " ", text(v), " ", d.Top(), " ", text(d.Top()), " ", d.Bottom(), " ", text(d.Bottom())))
}

func TestBounds(t *testing.T) {
	e, err := clock.At(clock.MaxThreads-1, clock.MaxTime)
	require.NoError(t, err)
	require.Equal(t, "1099511627775@16777215", e.String())
	_, err = clock.At(-1, 1)
	require.EqualError(t, err, "thread -1 has no epochs: want a number from 0 to 16777215")
	_, err = clock.At(clock.MaxThreads, 1)
	require.ErrorContains(t, err, "thread 16777216")
	_, err = clock.At(5, clock.MaxTime+1)
	require.EqualError(t, err, "time 1099511627776 of thread 5 is too large: want at most 1099511627775")
	require.True(t, clock.Of(1, clock.MaxTime+1).IsTop())
	require.True(t, d.Tick(clock.Of(clock.MaxTime), 0).IsTop())
	require.False(t, clock.Of(1).Has(e))
	require.True(t, d.Top().Has(e))
	require.Zero(t, clock.Of(1).Time(-1))
}

func TestNothingIsAllocated(t *testing.T) {
	domaintest.AllocatesNothing(t, d, anyVectors(), func(_, b, above clock.Vector) { d.Merge(above, b) })
}

// A vector is the same however it was made.
func TestVectorsByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyVectors().Draw(t, "v")
		var r clock.Vector
		var steps []clock.Epoch
		for thread, time := range v.All() {
			e, err := clock.At(thread, time)
			require.NoError(t, err)
			steps = append(steps, e)
		}
		for _, e := range rapid.Permutation(steps).Draw(t, "order") {
			before := r
			r = d.Add(r, e)
			require.True(t, r.Has(e))
			require.True(t, d.Leq(before, r))
		}
		require.True(t, v.IsTop() || d.Equal(v, r), "%v %v", v, r)
		require.Equal(t, v.IsTop(), len(steps) == 0 && !d.Equal(v, d.Bottom()))
	})
}

// To learn a past and a step of it is to join the one and to add the other.
func TestLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, o := anyVectors().Draw(t, "v"), anyVectors().Draw(t, "o")
		e, err := clock.At(rapid.IntRange(0, 40).Draw(t, "thread"), rapid.Uint64Range(0, 5).Draw(t, "time"))
		require.NoError(t, err)
		require.True(t, d.Equal(d.Add(d.Join(v, o), e), d.Learn(v, o, e)))
	})
}
