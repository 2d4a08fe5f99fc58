package octagon_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
)

// The loop
//
//	for i, j := 0, n; i < n; i, j = i+1, j-1 { }
//
// keeps i + j = n; octagons find i + j - n only for a known n, here 10.
func Example() {
	const i, j = 0, 1
	vi, vj, n := linear.Var(i), linear.Var(j), linear.Const[int](10)

	head, err := octagon.New(2)
	if err != nil {
		panic(err)
	}
	head.Assign(i, linear.Const[int](0))
	head.Assign(j, n)
	for grew := true; grew; {
		body := head.Clone()
		body.Assume(vi, machine.Lt, n)
		body.Assign(i, vi.Add(1))
		body.Assign(j, vj.Add(-1))
		_, grew = head.Widen(body)
	}
	fmt.Println("head:", head)

	head.Assume(vi, machine.Ge, n)
	fmt.Println("exit:", head.Format(func(x int) string { return string("ij"[x]) }))
	// Output:
	// head: x0 >= 0, x1 <= 10, x0 + x1 = 10
	// exit: i >= 10, j <= 0, i + j = 10
}
