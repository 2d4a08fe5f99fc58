package explore_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/ir"
)

// Two threads increment a variable without a lock, which may lose an update. The six schedules are of four traces.
func Example() {
	p, err := ir.Parse("lost.plx", `
var v
func add() { v = v + 1 }
func main() {
	t = spawn add()
	add()
	join t
}`)
	if err != nil {
		panic(err)
	}
	s := p.System(ir.Options{})
	show := func(x explore.Execution) bool {
		fmt.Println(x.End, "v =", s.Result().Global("v"), "by", x.Schedule)
		return true
	}
	r := explore.Run(s, explore.NewDPOR(explore.DPOROptions{}), explore.Options{}, show)
	fmt.Println(r.Executions, "executions, complete:", r.Complete)
	all := explore.Run(s, explore.NewExhaustive(-1), explore.Options{}, func(explore.Execution) bool { return true })
	fmt.Println(all.Executions, "schedules")
	// Output:
	// finished v = 2 by 0*2 1*2
	// finished v = 1 by 0 1*2 0
	// finished v = 1 by 0 1 0 1
	// finished v = 2 by 1*2 0*2
	// 4 executions, complete: true
	// 6 schedules
}

// Two threads take two locks in opposite orders. The states are searched breadth-first, so that the first schedule that
// leads to a deadlock is a shortest one.
func ExampleStates() {
	p, err := ir.Parse("cycle.plx", `
final a = new Object
final b = new Object
func both(first, second) {
	sync first {
		sync second { skip }
	}
}
func main() {
	spawn both(a, b)
	spawn both(b, a)
}`)
	if err != nil {
		panic(err)
	}
	count := explore.States(p.System(ir.Options{}), explore.StatesOptions{Breadth: true}, explore.Visitor{
		End: func(p *explore.Path) bool {
			if p.End() == explore.Deadlocked {
				fmt.Println("deadlock by", p.Schedule())
			}
			return true
		},
	})
	fmt.Println(count.States, "states,", count.Transitions, "transitions")
	// Output:
	// deadlock by 1 2
	// 19 states, 22 transitions
}
