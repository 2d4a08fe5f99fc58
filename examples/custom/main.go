// Command custom is a checker of one page with a command around it. It reports
// functions that take a lock, give it back and take one again: what they learnt
// the first time may be out of date the second time. The command takes programs
// in a format of its own, too: package sketch.
//
//	go run ./examples/custom check ./examples/bank
//	go run ./examples/custom compare examples/bank/bank.plx
//	go run ./examples/custom compare examples/custom/testdata/office.sketch
package main

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/custom/sketch"
	"github.com/seed38182bad/parallax/examples/driver"
	"github.com/seed38182bad/parallax/examples/session"
)

func main() { driver.Main(command()) }

func command() driver.Command {
	return driver.Command{
		Checkers:     []*dataflow.Analyzer{analyzer()},
		Environments: append(session.Environments(), sketch.Environment()),
	}
}

func analyzer() *dataflow.Analyzer {
	return dataflow.NewAnalyzer("regrab", "finds functions that lock a second time", algorithm)
}

// released is the state of a frame: whether it may have given a lock back.
type released bool

func (r released) Clone() released                   { return r }
func (r released) Merge(o released) (released, bool) { return r || o, bool(o && !r) }

// algorithm is the checker, for all paths and for one. It asks questions about monitor blocks.
func algorithm(r *dataflow.Requires) dataflow.Analysis[released] {
	c := checker{world.Blocks.For(r)}
	return dataflow.Analysis[released]{Entry: entry, Step: c.step}
}

type checker struct{ blocks envs.Blocks }

func entry(envs.Env, *envs.Func) released { return false }

func (c checker) step(env envs.Env, op *envs.Op, r released) released {
	switch op.Kind {
	case envs.Release:
		return true
	case envs.Acquire:
		if r {
			env.Report(envs.Report{
				Kind:    "lock-taken-again",
				Message: "a lock is taken again after one was given back",
				Evidence: []envs.Evidence{
					{At: c.blocks.LastRelease(), Text: "given back here"},
					{At: env.Point(), Text: "taken again here"},
				},
			})
		}
	}
	return r
}
