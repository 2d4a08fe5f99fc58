package disjunction_test

import (
	"cmp"
	"fmt"

	"github.com/seed38182bad/parallax/domains/disjunction"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// After one branch x is 0 and after the other 10, and so x is not 5. An interval
// alone cannot say that. More than two cases exceed the limit, and the closest ones
// are merged.
func Example() {
	intervals, one := interval.Domain{}, interval.Of(machine.Int.Of(1))
	compare := func(a, b interval.Interval) int {
		alo, ahi, _ := a.Int64Bounds()
		blo, bhi, _ := b.Int64Bounds()
		return cmp.Or(cmp.Compare(alo, blo), cmp.Compare(ahi, bhi), cmp.Compare(a.Kind(), b.Kind()))
	}
	distance := func(a, b interval.Interval) float64 {
		alo, ahi, _ := a.Int64Bounds()
		blo, bhi, _ := b.Int64Bounds()
		return max(float64(blo)-float64(ahi), float64(alo)-float64(bhi))
	}
	d, err := disjunction.New(intervals, compare, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	d = d.WithRule(disjunction.Closest(distance))

	x := d.Join(d.Of(interval.Of(machine.Int.Of(0))), d.Of(interval.Of(machine.Int.Of(10))))
	five := d.Of(interval.Of(machine.Int.Of(5)))
	fmt.Println(x, d.Meet(x, five))

	next := d.Map(x, func(a interval.Interval) interval.Interval { return intervals.Add(a, one) })
	fmt.Println(d.Join(x, next))
	// Output:
	// {0 | 10} ⊥
	// {[0, 1] | [10, 11]}
}
