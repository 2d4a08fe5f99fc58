package environment_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
)

// Two branches assign to y, and one of them knows x better. After the condition
// y > 7 only the second branch is possible.
func Example() {
	const x, y = 0, 1
	names := func(k int) string { return []string{"x", "y"}[k] }
	values := interval.Domain{}
	d, err := environment.New[int](values)
	if err != nil {
		fmt.Println(err)
		return
	}
	one, three, seven := values.Of(machine.Int.Of(1)), values.Of(machine.Int.Of(3)), values.Of(machine.Int.Of(7))
	digit, err := interval.Between(machine.Int.Of(0), machine.Int.Of(9))
	if err != nil {
		fmt.Println(err)
		return
	}

	entry := d.Set(d.Top(), x, digit)
	left := d.Set(entry, y, three)
	right := d.Set(d.Set(entry, x, one), y, values.Add(seven, one))
	fmt.Println(left.Format(names))
	fmt.Println(d.Join(left, right).Format(names))

	greater := func(v interval.Interval) interval.Interval {
		v, _ = values.Test(machine.Gt, v, seven)
		return v
	}
	fmt.Println(d.Refine(left, y, greater).Format(names))
	fmt.Println(d.Refine(right, y, greater).Format(names))
	// Output:
	// {x: [0, 9], y: 3}
	// {x: [0, 9], y: [3, 8]}
	// ⊥
	// {x: 1, y: 8}
}
