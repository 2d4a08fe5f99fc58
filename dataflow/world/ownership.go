package world

import (
	"context"
	"slices"

	"github.com/seed38182bad/parallax/dataflow/fixpoint"
	"github.com/seed38182bad/parallax/envs"
)

// ownership is the analysis of which objects no other thread can reach. Its states are privates. It depends on no other
// analysis. Callees are told apart by what is private of their arguments.
type ownership struct {
	prog     envs.Program
	contexts map[envs.FuncID][]string
}

// maxApart is how many contexts of a function one analysis tells apart.
const maxApart = 8

func newOwnership(prog envs.Program) ownership {
	return ownership{prog, map[envs.FuncID][]string{}}
}

// solveOwnership gives for each operation whether it accesses an object that nobody else can reach: the answer is 1
// then.
func solveOwnership(ctx context.Context, prog envs.Program, roots []envs.FuncID,
	shapes fixpoint.Shapes) (*table, error) {
	e := fixpoint.New(ctx, prog, newOwnership(prog).analysis(), fixpoint.Options{Keep: true, Shapes: shapes})
	if err := e.Solve(roots...); err != nil {
		return nil, err
	}
	var rows []int32
	for _, r := range fixpoint.Roots(prog, roots...) {
		rows = append(rows, e.Root(r).ID())
	}
	mine := int32(0) // before the operation
	e.Watch = func(f *fixpoint.Frame[privates], pc int32, p privates) {
		mine = 0
		if op := &f.Func().Ops[pc]; op.Accesses() && p.certain(baseReg(op)) {
			mine = 1
		}
	}
	return record(e, rows, func(*fixpoint.Frame[privates], *envs.Op, privates) int32 { return mine })
}

func (a ownership) analysis() fixpoint.Analysis[privates] {
	an := fixpoint.Analysis[privates]{
		Entry: func(envs.Env, *envs.Func) privates { return nil },
		Step: func(env envs.Env, op *envs.Op, p privates) privates {
			return p.step(op, referents{a.prog.Knows(), env.Point()})
		},
		Enter: a.enter, Threads: true,
		Exit:        func(_ envs.Env, ret *envs.Op, p privates) privates { return p.exit(ret) },
		Return:      func(_ envs.Env, call *envs.Op, exit, p privates) privates { return p.after(call, exit) },
		Interrupted: func(op *envs.Op, p privates) privates { return p.publish(op.Uses...) },
		Drop:        privates.drop,
	}
	if !a.prog.Knows().Structured {
		an.Thrown = an.Return
	}
	return an
}

// enter hands arguments that are private to a callee. A thread is handed none. Nor is a callee in too many contexts.
func (a ownership) enter(_ envs.Env, call *envs.Op, p privates, fn *envs.Func) (in privates, context string) {
	if call.Kind == envs.Fork {
		return nil, ""
	}
	if in = p.enter(call, fn); len(in) == 0 {
		return nil, ""
	}
	context = in.key()
	if seen := a.contexts[fn.ID]; !slices.Contains(seen, context) {
		if len(seen) == maxApart {
			return nil, ""
		}
		a.contexts[fn.ID] = append(seen, context)
	}
	return in, context
}
