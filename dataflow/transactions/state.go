package transactions

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
)

// A Follower follows, by rules, which transactions are open in the frames of an analysis.
type Follower struct {
	*Rules
	locks   envs.Locks
	threads envs.Threads
}

// Follow makes a Follower for an analysis. Nil are the rules without a file.
func Follow(r *dataflow.Requires, rules *Rules) Follower {
	return Follower{rules, world.Locks.For(r), world.Threads.For(r)}
}

// A State says in which transactions a frame may be at a point: on each path in one, or in none.
// It is a value, and a lattice.Mergeable. The zero value is that of no path.
type State uint8

const (
	free  State = 1 << iota // none is open
	own                     // the frame is one, and no other one was open when it began
	above                   // the call of a frame below it on the stack is one
	block                   // a monitor block is one
)

// A Change is what an operation does to transactions. Over all paths both may be so on some of them only.
type Change struct {
	// Begins says that a transaction begins with the operation, which is part of it: a monitor
	// block. One that is a call has begun with its frame; see State.Own.
	Begins bool
	// Ends says that the transaction of the frame ends with the operation, which is part of it.
	// If it also Begins, another one begins right after that, and the operation is part of both.
	Ends bool
}

// Entry is the state of a frame that no frame is known to have called.
func (f Follower) Entry(env envs.Env, fn *envs.Func) State {
	if k := f.of(env.Program(), fn); k != atomic || f.threads.MustStart() && f.started(env.Program(), fn) != atomic {
		return free
	}
	return own
}

// Enter is the state of a frame that one in state s calls, or has called by way of code that is not seen.
func (f Follower) Enter(env envs.Env, s State, fn *envs.Func) State {
	in := s & block
	if s&(own|above) != 0 {
		in |= above
	}
	if s&free == 0 {
		return in
	}
	if f.of(env.Program(), fn) == atomic {
		return in | own
	}
	return in | free
}

// Step is the state after an operation, and what that does.
func (f Follower) Step(env envs.Env, op *envs.Op, s State) (State, Change) {
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire, envs.Release:
		return f.settle(env, s)
	case envs.Wait:
		// It gives the lock back meanwhile.
		waits := s&block != 0
		return s, Change{Begins: waits, Ends: waits}
	case envs.Return:
		return s, Change{Ends: s&own != 0}
	}
	return s, Change{}
}

// Return is the state after a call by a frame that was in state s before it, of a callee that ended in state exit.
// Transactions of the callee have ended before. What begins or ends with a lock that the callee has taken or given
// back was told of there. An exception is a lock that a transaction leaves held: with it another one begins.
func (f Follower) Return(env envs.Env, s, exit State) (State, Change) {
	after := s & (own | above)
	if s&(free|block) == 0 {
		return after, Change{}
	}
	after |= exit & (free | block)
	if exit&own == 0 {
		return after, Change{}
	}
	if f.Excludes(env.Program(), env.Func()) {
		return after | free, Change{}
	}
	switch {
	case !f.locks.MayHoldAny():
		return after | free, Change{}
	case f.locks.MustHoldAny():
		return after | block, Change{Begins: true}
	}
	return after | free | block, Change{Begins: true}
}

// settle finds out whether a block begins or ends where locks change.
func (f Follower) settle(env envs.Env, s State) (State, Change) {
	if s&(free|block) == 0 || f.Excludes(env.Program(), env.Func()) {
		return s, Change{}
	}
	after := s & (own | above)
	switch {
	case !f.locks.MayHoldAny():
		return after | free, Change{Ends: s&block != 0}
	case f.locks.MustHoldAny():
		return after | block, Change{Begins: s&free != 0}
	}
	return after | s&block | free | block, Change{Begins: s&free != 0, Ends: s&block != 0}
}

// Own reports whether the frame may be a transaction that began with it.
func (s State) Own() bool { return s&own != 0 }

// MayBeCall reports whether the call of the frame, or of one below it on the stack, may be a
// transaction or part of one, all of it.
func (s State) MayBeCall() bool { return s&(own|above) != 0 }

// MayBeIn reports whether a transaction may be open.
func (s State) MayBeIn() bool { return s&^free != 0 }

// MayBeInBlock reports whether a monitor block that is a transaction may be open.
func (s State) MayBeInBlock() bool { return s&block != 0 }

// MayBeOut reports whether none may be open.
func (s State) MayBeOut() bool { return s&free != 0 }

// Clone is the state itself.
func (s State) Clone() State { return s }

// Merge joins what may be on two paths.
func (s State) Merge(o State) (State, bool) { return s | o, o&^s != 0 }
