// Command claims exercises what details say of operations: each form of operation, and
// each way in which memory that was read before may change.
package main

import "fmt"

func main() {
	for round := range 3 {
		numbers(round)
		texts(round)
		slicesAndArrays(round)
		loads(round)
		calls(round)
		types(round)
		library(round)
		control(round)
	}
	fmt.Println("done")
}

// use keeps values alive.
//
//go:noinline
func use(xs ...any) {
	for _, x := range xs {
		if x == any("never") {
			panic(x)
		}
	}
}

// opaque hides a value from the analysis.
//
//go:noinline
func opaque[T any](x T) T { return *pick(&x) }

//go:noinline
func pick[T any](x *T) *T { return x }
