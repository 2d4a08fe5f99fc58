package envs_test

import (
	"fmt"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/envstest"
)

// The test of an environment holds its programs, and runs of them, to the contract. Here it is not said what main
// calls. Then a run executes the call without an Enter of main.
func ExampleValidate() {
	call := envs.Op{Kind: envs.Call}
	fmt.Println(envs.Validate(envstest.ProgramOf(envstest.Function("main", call, envstest.Op(envs.Return, 0)))))

	call.Callee = &envs.Callee{Name: "print", Open: true}
	p := envstest.ProgramOf(envstest.Function("main", call, envstest.Op(envs.Return, 0)))
	fmt.Println(envs.Validate(p, envstest.Kept{{Kind: envs.Step, Thread: 1}}))
	// Output:
	// main: op 0 (call): has no Callee, want what it calls; if that is not known, one that is Open
	// event 1, thread 1: a Step of op 0 outside any function, want an Enter before
}
