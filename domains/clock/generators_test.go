package clock_test

import (
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/clock"
)

// anyVectors generates vector clocks of four threads, some of which have large numbers.
func anyVectors() *rapid.Generator[clock.Vector] {
	time := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, 3),
		rapid.SampledFrom([]uint64{clock.MaxTime - 1, clock.MaxTime}))
	few := rapid.Map(rapid.SliceOfN(time, 0, 4), func(times []uint64) clock.Vector { return clock.Of(times...) })
	threads := []int{0, 3, 17, 18, 300, 5000}
	many := rapid.Custom(func(t *rapid.T) clock.Vector {
		var times []uint64
		for _, thread := range threads {
			if n := time.Draw(t, "time"); n > 0 {
				times = append(times, make([]uint64, thread+1-len(times))...)
				times[thread] = n
			}
		}
		return clock.Of(times...)
	})
	return rapid.OneOf(few, few, many)
}

// anyEpochs generates steps of threads that anyVectors has.
func anyEpochs() *rapid.Generator[clock.Epoch] {
	return rapid.Custom(func(t *rapid.T) clock.Epoch {
		time := rapid.SampledFrom([]uint64{0, 1, 2, 3, 4, clock.MaxTime})
		// both are in range
		e, _ := clock.At(rapid.SampledFrom([]int{0, 1, 2, 3, 4, 17, 300, 5000}).Draw(t, "thread"), time.Draw(t, "time"))
		return e
	})
}
