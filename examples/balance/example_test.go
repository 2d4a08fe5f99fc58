package balance_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/balance"
)

// A path that leaves early keeps the lock.
func Example() {
	program, err := ir.Parse("account.plx", `class Account { balance = 10 }
final account = new Account
root func withdraw(n) {
	acquire account
	if account.balance < n {
		return false
	}
	account.balance = account.balance - n
	release account
	return true
}
func main() {}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := balance.Analyzer().Fixpoint(context.Background(), program, dataflow.Options{})
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
	// account is still held when the function returns here
	// line 4: account is taken
	// line 6: the function returns, and account has not been given back on this path
}
