package methods

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// A read is a place at which something was read while a lock was held that had been taken at another one.
type read struct{ at, locked envs.Point }

func (r read) compare(o read) int { return cmp.Or(r.at.Compare(o.at), r.locked.Compare(o.locked)) }

// registers say what they may hold: what was read at some places, ascending. In what a frame hands over to its caller
// register -1 is its first result, and so on.
type registers = environment.Sparse[envs.Reg, []read, held]

// held are the values of registers. What is not stored holds nothing that was read.
type held struct{}

func (held) Compare(a, b envs.Reg) int { return cmp.Compare(a, b) }
func (held) Rest() []read              { return nil }
func (held) Equal(rs, os []read) bool  { return slices.Equal(rs, os) }
func (held) Join(rs, os []read) []read { return order.Union[read]{Compare: read.compare}.Of(rs, os) }

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

// follow notes which values leave the block in which they were read, and which registers hold them from now on. A
// value leaves if it is used after the lock is given back, or put where it may be used then. Such places are memory
// that is not the frame's own, a channel, a thread and a callee. To move it is no use, nor is to return it, as long as
// the lock is held.
func (c *checker) follow(env envs.Env, op *envs.Op, s State) State {
	if !c.Exposed || !moves(op) {
		return s
	}
	locks, _ := c.ask.MayLocks()
	var results []read
	for i, r := range op.Uses {
		of := s.reads.Get(r)
		for _, x := range of {
			open := slices.ContainsFunc(locks, func(h envs.HeldLock) bool { return h.At == x.locked })
			if leaves(op, i, open) {
				c.expose(x.at)
			}
		}
		if op.Kind == envs.Move || op.Kind == envs.Compute {
			results = union(results, of)
		}
	}
	if op.Kind == envs.Load && op.Results > 0 && len(locks) > 0 {
		results = []read{{env.Point(), locks[len(locks)-1].At}}
	}
	s.reads.Forget(op.Dst, op.Dst+envs.Reg(op.Results))
	if op.Results > 0 {
		s.reads.Set(op.Dst, results)
	}
	return s
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
	for k := range envs.Reg(call.Results) {
		r := call.Dst + k
		s.reads.Set(r, union(s.reads.Get(r), exit.reads.Get(-1-k)))
	}
	return s
}

// handOver is what a frame hands over: what is in its results.
func (s State) handOver(ret *envs.Op) State {
	var results registers
	for i, r := range ret.Uses {
		results.Set(envs.Reg(-1-i), s.reads.Get(r))
	}
	s.reads = results
	return s
}

// DropRegisters forgets what nobody can use any more.
func (s State) DropRegisters(dead func(envs.Reg) bool) State {
	s.reads.Drop(func(r envs.Reg, _ []read) bool { return r > 0 && dead(r) })
	return s
}
