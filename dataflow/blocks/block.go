package blocks

import (
	"strconv"

	"github.com/seed38182bad/parallax/envs"
)

// A Block is a monitor block, as the function knows it that has it.
type Block struct {
	// From is where it begins, in the function that has it. That is where the lock is taken, or the call of a function
	// that takes it and does not give it back. It ends at Env.Point, in the same function, or where this one returns
	// to if it is not seen how the lock is given back.
	From envs.Point
	// Taken is where the lock is taken.
	Taken envs.Point
	Lock  envs.Lock
}

// A Moment is when a block is executed.
type Moment struct {
	Thread  envs.Thread
	Segment envs.Segment
}

// LockName is the name of the lock where it is taken, for people and for keys of findings. It is the same over all
// paths and in runs, which Locks.LockName is not for locks that are taken by several names.
func (b Block) LockName(env envs.Env) string {
	op := &env.Program().Func(b.Taken.Func()).Ops[b.Taken.PC()]
	switch p := op.Path; {
	case p != nil && p.Root == envs.AtGlobal:
		return p.Global + p.Steps
	case op.Loc != nil:
		return op.Loc.Name
	}
	return "a lock"
}

// Name names a block for people and for keys of findings. It names the lock, the function that has the block, and the
// function that takes the lock for that one. A number tells such blocks of the function apart, but for the first.
// Where lock and unlock are functions, blocks have the names of those that call them.
func (b Block) Name(env envs.Env) string {
	fn := env.Program().Func(b.From.Func())
	name := b.LockName(env) + " in " + fn.Name
	callee := calleeOf(&fn.Ops[b.From.PC()])
	if callee != "" {
		name += " by " + callee
	}
	n := 1
	for i := range fn.Ops[:b.From.PC()] {
		op := &fn.Ops[i]
		if callee == "" && (op.Kind == envs.Acquire || op.Kind == envs.TryAcquire) || callee != "" && calleeOf(op) == callee {
			n++
		}
	}
	if n > 1 {
		name += ", block " + strconv.Itoa(n)
	}
	return name
}

// calleeOf is what a call calls.
func calleeOf(op *envs.Op) string {
	if op.Kind != envs.Call || op.Callee == nil {
		return ""
	}
	return op.Callee.Name
}
