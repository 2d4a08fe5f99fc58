package methods

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A read says that a register may hold what was read at a place while a lock was held that had been
// taken at another one.
type read struct {
	in     envs.Reg // in what a frame hands over to its caller: -1 for its first result, and so on
	at     envs.Point
	locked envs.Point
}

func (r read) compare(o read) int {
	return cmp.Or(cmp.Compare(r.in, o.in), r.at.Compare(o.at), r.locked.Compare(o.locked))
}

// moves reports whether an operation may have a part in how values leave blocks.
func moves(op *envs.Op) bool { return op.Results > 0 || len(op.Uses) > 0 }

// exposes reports whether a value that this operation reads leaves the block, as far as is known. Of
// what is read in parts, and without a register, it is not known that it does not.
func (c *checker) exposes(env envs.Env, op *envs.Op) bool {
	if op.IsPart() {
		fn := env.Func()
		for pc := op.PC; pc > 0 && op.IsPart(); pc-- {
			op = &fn.Ops[pc-1]
		}
	}
	return op.Results == 0 || c.exposed[envs.At(env.Func().ID, op.PC)]
}

// follow notes which values leave the block in which they were read, and which registers hold them
// from now on. A value leaves if it is used after the lock is given back, or put where it may be used
// then: in memory that is not the frame's own, a channel, a thread or a callee. To move it is no use, nor is
// to return it, as long as the lock is held.
func (c *checker) follow(env envs.Env, op *envs.Op, s State) State {
	if !c.Exposed || !moves(op) {
		return s
	}
	held, _ := c.ask.MayLocks()
	var results []read
	for i, r := range op.Uses {
		for _, x := range s.in(r) {
			open := slices.ContainsFunc(held, func(h envs.HeldLock) bool { return h.At == x.locked })
			if leaves(op, i, open) {
				c.expose(x.at)
			}
			if op.Kind == envs.Move || op.Kind == envs.Compute {
				x.in = op.Dst
				results = append(results, x)
			}
		}
	}
	if op.Kind == envs.Load && op.Results > 0 && len(held) > 0 {
		results = append(results, read{op.Dst, env.Point(), held[len(held)-1].At})
	}
	return s.define(op, results)
}

// leaves reports whether an operation lets out what is in its register i, of a block that is open
// or has ended.
func leaves(op *envs.Op, i int, open bool) bool {
	switch op.Kind {
	case envs.Move, envs.Acquire, envs.TryAcquire, envs.Release:
		return false
	case envs.Store:
		return !open || i == len(op.Uses)-1 && !op.Is(envs.Local)
	case envs.Send, envs.Fork, envs.Call, envs.Defer, envs.Throw, envs.Atomic:
		return true
	}
	return !open
}

func (c *checker) expose(at envs.Point) {
	if !c.exposed[at] {
		c.exposed[at], c.grew = true, true
		c.mixed = c.mixed || c.Ways
	}
}

// returned are the results of a callee in the registers of the call.
func (s State) returned(call *envs.Op, exit State) State {
	var results []read
	for _, x := range exit.reads {
		if k := -x.in - 1; k >= 0 && k < envs.Reg(call.Results) {
			x.in = call.Dst + k
			results = append(results, x)
		}
	}
	return s.define(call, append(results, s.among(call)...))
}

// handOver is what a frame hands over: what is in its results.
func (s State) handOver(ret *envs.Op) State {
	var results []read
	for i, r := range ret.Uses {
		for _, x := range s.in(r) {
			x.in = envs.Reg(-1 - i)
			results = append(results, x)
		}
	}
	slices.SortFunc(results, read.compare)
	s.reads = slices.Compact(results)
	return s
}

// in are the reads that may be in a register.
func (s State) in(r envs.Reg) []read {
	if len(s.reads) == 0 || r == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(s.reads, r, func(x read, r envs.Reg) int { return cmp.Compare(x.in, r) })
	to := from
	for to < len(s.reads) && s.reads[to].in == r {
		to++
	}
	return s.reads[from:to]
}

// among are the reads that may be in the registers that an operation defines.
func (s State) among(op *envs.Op) (all []read) {
	for i := range op.Results {
		all = append(all, s.in(op.Dst+envs.Reg(i))...)
	}
	return all
}

// define is s with other reads in the registers that an operation defines.
func (s State) define(op *envs.Op, results []read) State {
	if len(results) > 0 || len(s.among(op)) > 0 {
		rest := slices.DeleteFunc(slices.Clone(s.reads), func(x read) bool { return op.Defines(x.in) })
		slices.SortFunc(results, read.compare)
		s.reads = union(rest, results)
	}
	return s
}

// DropRegisters forgets what nobody can use any more.
func (s State) DropRegisters(dead func(envs.Reg) bool) State {
	s.reads = order.Without(s.reads, func(x read) bool { return x.in > 0 && dead(x.in) })
	return s
}
