package pack_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/pack"
	"github.com/seed38182bad/parallax/domains/zone"
)

// The loop
//
//	for i := 0; i < n; i++ { total += i }
//
// needs i and n together, and total alone. Packs that grow find that out.
func Example() {
	type register = int32
	const i, n, total register = 0, 1, 2
	vi, vn, zero := linear.Var(i), linear.Var(n), linear.Const[register](0)

	d, err := pack.New(zone.New, pack.Options[register]{Grow: 2})
	if err != nil {
		panic(err)
	}
	head := d.Top().Assume(vn, machine.Ge, zero).Assign(i, zero).Assign(total, zero)
	for grew := true; grew; {
		body := head.Assume(vi, machine.Lt, vn)
		body = body.Assign(total, linear.Var(total).Plus(vi)).Assign(i, vi.Add(1))
		head, grew = head.Widen(body)
	}
	fmt.Println("head:", head.Format(func(r register) string { return [...]string{"i", "n", "total"}[r] }))
	// Output:
	// head: i >= 0, n >= 0, total >= 0, i - n <= 0
}
