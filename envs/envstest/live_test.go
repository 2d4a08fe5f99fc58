package envstest_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

func ExampleLive() {
	// r1 goes round the loop, r2 does not.
	fn := &envs.Func{Name: "f", Regs: 3, Lists: [][]int32{{3, 1}}, Ops: []envs.Op{
		{Kind: envs.Const, PC: 0, Dst: 1, Results: 1},
		{Kind: envs.Compute, PC: 1, Dst: 2, Results: 1, Uses: []envs.Reg{1}},
		{Kind: envs.Branch, PC: 2, Uses: []envs.Reg{2}},
		{Kind: envs.Return, PC: 3},
	}}
	for pc, live := range envstest.Live(fn) {
		fmt.Println(pc, live[1:])
	}
	// Output:
	// 0 [false false]
	// 1 [true false]
	// 2 [true true]
	// 3 [false false]
}
