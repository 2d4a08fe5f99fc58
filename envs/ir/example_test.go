package ir_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

const account = `
class Account { balance }

final acc = new Account

sync func read(a) {
	return a.balance
}

func update(a, n) {
	tmp = read(a)
	sync a {
		a.balance = tmp + n
	}
}

func main() {
	t = spawn update(acc, 1)
	update(acc, 2)
	join t
}
`

// A program is parsed and run under the schedule of a seed.
func Example() {
	p, err := ir.Parse("account.plx", account)
	if err != nil {
		fmt.Println(err)
		return
	}
	run := p.Run(14, ir.Options{})
	for ev := range run.Events() {
		op := &p.Func(ev.Func).Ops[ev.PC]
		if ev.Kind == envs.Step && op.Kind == envs.Acquire {
			fmt.Printf("thread %d: %s at %s\n", ev.Thread, op, p.Position(envs.At(ev.Func, ev.PC)))
		}
	}
	r := run.Result()
	balance, _ := r.Field(r.Global("acc"), "balance")
	fmt.Println(r.End, "with balance", balance)
	// Output:
	// thread 2: acquire r1 (a) at account.plx:6:11
	// thread 1: acquire r1 (a) at account.plx:6:11
	// thread 1: acquire r1 (a) at account.plx:12:2
	// thread 2: acquire r1 (a) at account.plx:12:2
	// completed with balance 1
}

// Every schedule of a small program can be tried.
func ExampleProgram_Explore() {
	p, err := ir.Parse("account.plx", account)
	if err != nil {
		fmt.Println(err)
		return
	}
	balances := map[string]bool{}
	_, complete := p.Explore(ir.Options{Merge: true}, func(r *ir.Result) bool {
		balance, _ := r.Field(r.Global("acc"), "balance")
		balances[balance.String()] = true
		return true
	})
	fmt.Println(balances, complete)
	// Output: map[1:true 2:true 3:true] true
}

// All errors are reported at once, each with its place.
func ExampleParse_errors() {
	_, err := ir.Parse("wrong.plx", "func main() {\n\tx = y\n\tjoin f(1)\n}\n")
	fmt.Println(err)
	// Output:
	// wrong.plx:2:6: y is never assigned: there is no register, variable or object of this name
	// wrong.plx:3:7: there is no func f
}
