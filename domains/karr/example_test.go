package karr_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/domains/karr"
)

// A loop that moves two indices: nobody tells the domain that j = 2*i - 1 and
// sum = 3*i - 1 throughout.
//
//	i, j, sum := 0, -1, -1
//	for … {
//		i++
//		j += 2
//		sum = i + j
//	}
func Example() {
	const i, j, sum karr.Var = 0, 1, 2
	d := karr.Domain{}
	plus := func(v karr.Var, n int64) karr.Expr { return karr.X(v).Plus(karr.Constant(karr.Int(n))) }

	head := d.Of(map[karr.Var]karr.Rat{i: karr.Int(0), j: karr.Int(-1), sum: karr.Int(-1)})
	for {
		body := d.Assign(head, i, plus(i, 1))
		body = d.Assign(body, j, plus(j, 2))
		body = d.Assign(body, sum, karr.X(i).Plus(karr.X(j)))
		next := d.Join(head, body)
		if d.Equal(next, head) {
			break
		}
		head = next
	}
	name := func(v karr.Var) string { return []string{"i", "j", "sum"}[v] }
	fmt.Println(head.Format(name))
	a, b, _ := head.Relation(sum, j)
	fmt.Printf("sum = %v*j + %v\n", a, b)
	// Output:
	// {j = 2*i - 1, sum = 3*i - 1}
	// sum = 3/2*j + 1/2
}
