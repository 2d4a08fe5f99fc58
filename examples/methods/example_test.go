package methods_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/methods"
)

// The account of the paper, program 1, over all paths.
func Example() {
	p, err := ir.Parse("account.plx", `class Account { balance }
final acc = new Account
sync func read(a) { return a.balance }
func update(a, n) {
	old = read(a)
	sync a { a.balance = old + n }
}
func run() { update(acc, 123) }
func main() {
	t = spawn run()
	u = spawn run()
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := methods.Analyzer().Fixpoint(context.Background(), p, dataflow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range result.Findings {
		fmt.Printf("%s: %s\n", f.Pos, f.Subject)
		for _, n := range f.Story {
			fmt.Printf("\t%d: %s\n", n.Pos.Line, n.Text)
		}
	}
	// Output:
	// account.plx:6:31: update on Account
	// 	3: a lock is taken for a critical section of the method
	// 	3: Account.balance is read in it
	// 	6: a lock is taken for another critical section of the method
	// 	6: Account.balance is written in it
	// 	6: a lock is taken for a critical section that another thread may execute meanwhile
	// 	6: Account.balance is written in it
}
