package blocks_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// together is an analyzer that tells of blocks what they access together.
func together() *dataflow.Analyzer {
	return dataflow.NewAnalyzer("together", "tells what blocks access together",
		func(r *dataflow.Requires) dataflow.Analysis[blocks.State] {
			c := &checker{memory: world.Memory.For(r)}
			c.Follower = blocks.NewFollower[envs.Variable](r, blocks.Options{Plain: true}, c.ended)
			r.Gather(c.Follower)
			return c.analysis()
		})
}

type checker struct {
	*blocks.Follower[envs.Variable]
	memory envs.Memory
}

func (c *checker) analysis() dataflow.Analysis[blocks.State] {
	return dataflow.Analysis[blocks.State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

func (c *checker) Step(env envs.Env, op *envs.Op, s blocks.State) blocks.State {
	if op.Accesses() {
		s, _ = c.Add(env, s, c.memory.Variable())
		return s
	}
	return c.Follower.Step(env, op, s)
}

func (c *checker) ended(env envs.Env, b blocks.Block, w blocks.Ways) {
	for own := range c.Each(w) {
		if own.Len() > 1 {
			var names []string
			for i := range own.All() {
				names = append(names, c.memory.VariableName(c.Fact(i)))
			}
			slices.Sort(names) // variables are numbered as they are met
			env.Report(envs.Report{Kind: "together", Subject: b.Name(env) + ": " + strings.Join(names, ", ")})
		}
	}
}

// What a block accesses may be accessed by a function that is called in it, and on some
// of the ways through it. A run shows one of them.
func Example() {
	program, err := ir.Parse("x.plx", `
class Box { item, full }
final box = new Box
func lock() { acquire box }
func unlock() { release box }
func mark() { box.full = 1 }
func fill() {
	lock()
	box.item = 1
	if nondet { mark() }
	unlock()
}
func main() { spawn fill(); lock(); n = box.full; unlock() }`)
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := together().Fixpoint(context.Background(), program, dataflow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := together().Replay(program)
	if err := run.Run(context.Background(), program.Run(1, ir.Options{})); err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range paths.Findings {
		fmt.Println("on some path:", f.Subject)
	}
	for _, f := range run.Findings() {
		fmt.Println("in a run:", f.Subject)
	}
	// Output:
	// on some path: box in fill by lock: Box.full, Box.item
	// in a run: box in fill by lock: Box.full, Box.item
}
