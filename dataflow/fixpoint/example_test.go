package fixpoint_test

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// called is the functions that were certainly called. Where paths meet, it is those that both have called.
type called map[string]bool

func (c called) Clone() called { return maps.Clone(c) }

func (c called) Merge(o called) (called, bool) {
	before := len(c)
	maps.DeleteFunc(c, func(name string, _ bool) bool { return !o[name] })
	return c, len(c) < before
}

// The engine finds which functions each function has certainly called when it returns, in a program without threads.
func Example() {
	p, err := ir.Parse("files.plx", `
func open() { return 1 }
func log() { return 2 }
func shut() { return 3 }

func use(n) {
	while n > 0 {
		log()
		n = n - 1
	}
	shut()
}

func main() {
	f = open()
	if f == 0 {
		log()
	}
	use(f)
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := fixpoint.New(context.Background(), p, fixpoint.Analysis[called]{
		Entry: func(envs.Env, *envs.Func) called { return called{} },
		Step: func(_ envs.Env, op *envs.Op, s called) called {
			if op.Kind == envs.Call {
				s[op.Callee.Name] = true
			}
			return s
		},
		Return: func(_ envs.Env, _ *envs.Op, exit, s called) called {
			maps.Copy(s, exit)
			return s
		},
	}, fixpoint.Options{})
	if err := e.Solve(p.Roots()...); err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range e.Frames() {
		if exit, returns := f.Exit(); returns && len(exit) > 0 {
			fmt.Println(f.Func().Name, "calls", slices.Sorted(maps.Keys(exit)))
		}
	}
	// Unordered output:
	// main calls [open shut use]
	// use calls [shut]
}
