package float_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
)

// Can a mean be NaN? It is sum / float64(n).
func Example() {
	d := float.Domain{}
	sum, err := float.Float64.Between(-1e6, 1e6)
	if err != nil {
		fmt.Println(err)
		return
	}
	n := d.FromInts(float.Float64, machine.Int.Of(0), machine.Int.Of(1000))
	fmt.Println("n is       ", n)
	fmt.Println("the mean is", d.Binary(machine.Quo, sum, n))

	_, some := d.Test(machine.Le, float.Float64.Of(1), n)
	fmt.Println("if 1 <= n: ", d.Binary(machine.Quo, sum, some))
	// Output:
	// n is        [0, 1000]
	// the mean is float64
	// if 1 <= n:  [-1e+06, 1e+06] or -0
}
