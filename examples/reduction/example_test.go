package reduction_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/reduction"
)

// A deposit between the two blocks of withdraw is lost.
func Example() {
	program, err := ir.Parse("account.plx", `class Account { balance = 10 }
final account = new Account
atomic func withdraw(a, n) {
	sync a {
		b = a.balance
	}
	sync a {
		a.balance = b - n
	}
}
atomic sync func deposit(a, n) {
	a.balance = a.balance + n
}
func main() {
	spawn withdraw(account, 1)
	spawn deposit(account, 2)
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := reduction.Analyzer().Fixpoint(context.Background(), program, dataflow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range paths.Findings {
		fmt.Println(f.Message)
		for _, n := range f.Story {
			fmt.Printf("line %d: %s\n", n.Pos.Line, n.Text)
		}
	}
	// Output:
	// withdraw is not atomic: others may come in after a is given back and before a is taken
	// line 6: after this others may come in: a is given back
	// line 7: and before this: a is taken
}
