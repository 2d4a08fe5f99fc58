package zone_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/zone"
)

// In the loop
//
//	for i := 0; i < n; i++ { _ = a[i] }
//
// with n = len(a), i lies below n wherever a[i] is read.
func Example() {
	const i, n = 0, 1
	vi, vn := linear.Var(i), linear.Var(n)

	head, err := zone.New(2)
	if err != nil {
		panic(err)
	}
	head.Assign(i, linear.Const[int](0))
	head.Assume(vn, machine.Ge, linear.Const[int](0))
	for grew := true; grew; {
		body := head.Clone()
		body.Assume(vi, machine.Lt, vn)
		fmt.Println("a[i]:", body)
		body.Assign(i, vi.Add(1))
		_, grew = head.Widen(body)
	}
	// Output:
	// a[i]: x0 = 0, x1 >= 1
	// a[i]: x0 >= 0, x1 >= 1, x0 - x1 <= -1
}
