package dataflow_test

import (
	"context"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/lattice"
)

// A state has the numbers that registers may have.
type (
	numbers = environment.Env[envs.Reg, integer.Integer]
	state   = lattice.State[numbers]
)

var (
	ints      = integer.Domain{}
	regs, _   = environment.New[envs.Reg](ints)
	states    = lattice.NewStates(regs)
	anyNumber = states.Of(regs.Top())
)

// number is what a term may be, and result what a definition gives. Terms may also be about the length of what is in a
// register, say, and not about the Whole of it.
func number(s state, t envs.Term) integer.Integer {
	switch {
	case !t.Int() || t.Of != envs.Whole:
		return ints.Top()
	case t.Reg == 0:
		return ints.Of(t.Const)
	}
	return ints.Meet(regs.Get(s.Value(), t.Reg), ints.All(t.Kind))
}

func result(s state, d envs.Def) integer.Integer {
	switch {
	case d.Kind == machine.NoKind:
		return ints.Top()
	case d.Op == envs.Copy:
		return number(s, d.X)
	case d.Op == envs.Binary:
		return ints.Binary(d.Arith, number(s, d.X), number(s, d.Y))
	}
	return ints.All(d.Kind)
}

// define is a state with a definition, in a register.
func define(e numbers, s state, d envs.Def, reg envs.Reg) numbers {
	if d.Of != envs.Whole {
		return e
	}
	return regs.Set(e, reg, result(s, d))
}

// assume is a state in which conditions hold.
func assume(s state, conditions []envs.Condition) state {
	e := s.Value()
	for _, c := range conditions {
		if !c.X.Int() || !c.Y.Int() || c.X.Kind != c.Y.Kind {
			continue
		}
		x, y := ints.Test(c.Cmp, number(s, c.X), number(s, c.Y))
		for _, t := range []struct {
			envs.Term
			integer.Integer
		}{{c.X, x}, {c.Y, y}} {
			if t.Reg != 0 && t.Of == envs.Whole {
				e = regs.Set(e, t.Reg, t.Integer)
			}
		}
	}
	return states.Of(e)
}

// zeroDivisors follows numbers through branches and calls.
func zeroDivisors(*dataflow.Requires) dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: func(envs.Env, *envs.Func) state { return anyNumber },
		Step: func(env envs.Env, op *envs.Op, s state) state {
			d := env.Detail()
			for _, check := range d.Checks { // what has to hold, or the operation fails
				if check.Kind == envs.DivisionCheck && ints.Equal(number(s, check.All[0].X), ints.Of(check.All[0].X.Kind.Of(0))) {
					env.Report(envs.Report{Kind: "zero-divisor", Message: "the divisor is zero"})
				}
			}
			e, defs := s.Value(), d.Defs
			if op.Kind == envs.Return {
				e, defs = regs.Top(), d.Passes // the results have the numbers 1, 2, and so on
			}
			for i := range op.Results {
				e = regs.Forget(e, op.Dst+envs.Reg(i))
			}
			for _, def := range defs {
				e = define(e, s, def, def.Reg)
			}
			return states.Of(e)
		},
		Branch: func(env envs.Env, _ *envs.Op, taken int, s state) (state, bool) {
			if on := env.Detail().On; taken < len(on) {
				s = assume(s, on[taken])
			}
			return s, regs.Reached(s.Value())
		},
		Enter: func(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
			if dataflow.Unseen(call) {
				return anyNumber, ""
			}
			e := regs.Top()
			for _, p := range env.Detail().Passes { // the arguments have the numbers 1, 2, and so on
				e = define(e, s, p, fn.Params[p.Reg-1])
			}
			return states.Of(e), fmt.Sprint(env.Point()) // a callee is looked at once for each call of it
		},
		Return: func(_ envs.Env, call *envs.Op, exit, s state) state {
			e := s.Value()
			for i := range call.Results {
				e = regs.Set(e, call.Dst+envs.Reg(i), regs.Get(exit.Value(), envs.Reg(i)+1))
			}
			return states.Of(e)
		},
	}
}

// A checker of numbers hands them to callees with Enter, takes over what these return with Return, and learns from
// conditions with Branch.
func Example() {
	prog, err := ir.Parse("share.plx", `
func half(n) { return n / 2 }
func share(n, by) {
	if by > 3 { return 0 }
	return n / by
}
func main() {
	share(10, 2)
	share(10, half(1))
}
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	checker := dataflow.NewAnalyzer("zerodivisors", "finds divisors that are zero", zeroDivisors)
	paths, err := checker.Fixpoint(context.Background(), prog, dataflow.Options{})
	fmt.Println("over all paths:", err)
	for _, f := range paths.Findings {
		fmt.Printf("  %v: %s\n", f.Pos, f.Message)
	}
	watch := checker.Replay(prog)
	err = watch.Run(context.Background(), prog.Run(1, ir.Options{}))
	findings := watch.Findings()
	fmt.Println("in a run:", err, watch.Err())
	for _, f := range findings {
		fmt.Printf("  %v: %s\n", f.Pos, f.Message)
	}
	// Output:
	// over all paths: <nil>
	//   share.plx:5:11: the divisor is zero
	// in a run: <nil> <nil>
	//   share.plx:5:11: the divisor is zero
}
