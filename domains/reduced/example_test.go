package reduced_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/reduced"
	"github.com/seed38182bad/parallax/lattice"
)

// Intervals and parities sharpen each other: an odd number from 0 to 2 is 1, and
// an odd number from 4 to 4 is none.
func Example() {
	type parities = lattice.Set[int] // 0 is even, 1 is odd
	parity := lattice.Powerset[int]{Limit: 2}
	between := func(lo, hi int64) interval.Interval {
		r, err := interval.Between(machine.Int.Of(lo), machine.Int.Of(hi))
		if err != nil {
			panic(err)
		}
		return r
	}

	// The bounds move to numbers of the parity, and a single number has its own.
	sharpen := func(r interval.Interval, p parities) (interval.Interval, parities) {
		lo, hi, ok := r.Int64Bounds()
		if !ok || r.Kind() != machine.Int {
			return r, p
		}
		if lo == hi {
			return r, parity.Meet(p, parity.Of(int(lo&1)))
		}
		if !p.Has(int(lo & 1)) {
			lo++
		}
		if !p.Has(int(hi & 1)) {
			hi--
		}
		return between(lo, hi), p
	}
	d := reduced.NewPair(interval.Domain{}, parity, sharpen)

	odd := parity.Of(1)
	for _, r := range []interval.Interval{between(0, 9), between(0, 2), between(4, 4)} {
		fmt.Println(r, "and odd:", d.Of(lattice.Pair[interval.Interval, parities]{First: r, Second: odd}))
	}
	// Output:
	// [0, 9] and odd: {[1, 9] {1}}
	// [0, 2] and odd: {1 {1}}
	// 4 and odd: ⊥
}
