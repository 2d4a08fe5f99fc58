package domaintest

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/clock"
)

// Vectors generates vector clocks of up to four threads.
func Vectors() *rapid.Generator[clock.Vector] {
	time := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, 3), rapid.SampledFrom([]uint64{clock.MaxTime - 1, clock.MaxTime}))
	return rapid.Map(rapid.SliceOfN(time, 0, 4), func(times []uint64) clock.Vector { return clock.Of(times...) })
}

// Clocks generates clocks that show what Vectors generates.
func Clocks() *rapid.Generator[*clock.Clock] {
	return rapid.Map(Vectors(), func(v clock.Vector) *clock.Clock {
		c := new(clock.Clock)
		c.Set(v)
		return c
	})
}

// Epochs generates steps of four threads.
func Epochs() *rapid.Generator[clock.Epoch] {
	return rapid.Custom(func(t *rapid.T) clock.Epoch {
		time := rapid.SampledFrom([]uint64{0, 1, 2, 3, 4, clock.MaxTime})
		e, _ := clock.At(rapid.IntRange(0, 4).Draw(t, "thread"), time.Draw(t, "time")) // both are in range
		return e
	})
}
