package histories_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/blockwise/internal/histories"
)

// split tells of functions that threads execute and that others may split.
func split() *dataflow.Analyzer {
	return dataflow.NewAnalyzer("split", "tells of functions that others may split",
		func(r *dataflow.Requires) dataflow.Analysis[histories.Frame] {
			c := &checker{
				Book: histories.NewBook(r), locks: world.Locks.For(r),
				sets: world.LockSets.For(r), memory: world.Memory.For(r),
			}
			r.Gather(c)
			return c.analysis()
		})
}

type checker struct {
	histories.Book
	locks  envs.Locks
	sets   envs.LockSets
	memory envs.Memory
}

func (c *checker) analysis() dataflow.Analysis[histories.Frame] {
	return dataflow.Analysis[histories.Frame]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return,
	}
}

func (*checker) Entry(_ envs.Env, fn *envs.Func) histories.Frame { return histories.Call(fn) }

func (*checker) Enter(_ envs.Env, _ *envs.Op, f histories.Frame, _ *envs.Func) (histories.Frame, string) {
	return f.Enter(), ""
}

func (c *checker) Step(env envs.Env, op *envs.Op, f histories.Frame) histories.Frame {
	switch op.Kind {
	case envs.Load, envs.Store:
		if c.Counts(op) {
			is := interleaving.Read
			if op.Writes() {
				is = interleaving.Write
			}
			return c.Access(env, f, is, c.sets.MustLocks())
		}
	case envs.Acquire, envs.Release:
		return f.Change(histories.Step{Lock: c.locks.Lock(), Taken: op.Kind == envs.Acquire})
	case envs.Return:
		done, rest := f.Return()
		c.Add(env, done, func(env envs.Env, x *histories.Finding) envs.Report {
			return envs.Report{Kind: "split", Subject: x.Name,
				Message: x.Pattern.String() + " of " + c.memory.VariableName(x.Variables()[0])}
		})
		return rest.Exit()
	}
	return f
}

func (c *checker) Return(env envs.Env, _ *envs.Op, exit, f histories.Frame) histories.Frame {
	_, f = c.Returned(env, f, exit)
	return f
}

// A balance is read under a lock, and written under it later: meanwhile others may have changed it.
func Example() {
	program, err := ir.Parse("x.plx", `
class Account { balance }
final own = new Account
sync func read(a) { return a.balance }
sync func write(a, n) { a.balance = n }
func add() { b = read(own); write(own, b + 1) }
func show() { b = read(own) }
func main() {
	t = spawn add()
	u = spawn add()
	v = spawn show()
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, err := split().Fixpoint(context.Background(), program, dataflow.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range paths.Findings {
		fmt.Printf("%s: %s\n", f.Subject, f.Message)
	}
	// Output:
	// add: a final write between a read and a write of Account.balance
}
