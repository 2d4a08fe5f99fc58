package blockwise

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blockwise/internal/histories"
)

// algorithm is made for each analysis.
func algorithm(r *dataflow.Requires, o options) dataflow.Analysis[state] {
	c := &checker{
		options: o, Book: histories.NewBook(r), told: map[*histories.Finding]envs.Report{},
		open: transactions.Follow(r, o.Rules), locks: world.Locks.For(r),
		sets: world.LockSets.For(r), memory: world.Memory.For(r),
	}
	r.Gather(c)
	return c.analysis()
}

type checker struct {
	options
	histories.Book
	open   transactions.Follower
	locks  envs.Locks
	sets   envs.LockSets
	memory envs.Memory

	told map[*histories.Finding]envs.Report // that were made
}

func (c *checker) analysis() dataflow.Analysis[state] {
	return dataflow.Analysis[state]{
		Entry: c.Entry, Step: c.Step,
		Enter: c.Enter, Return: c.Return, Thrown: c.Thrown, Signals: c.unfinished,
		Tuning: dataflow.Tuning[state]{Selects: c.Selects},
	}
}

// A state is what is known of the transactions of a frame.
type state struct {
	at transactions.State
	histories.Frame
}

// Clone is an independent copy.
func (s state) Clone() state { return state{s.at, s.Frame.Clone()} }

// Merge has what may be on two paths.
func (s state) Merge(o state) (state, bool) {
	at, grew := s.at.Merge(o.at)
	f, more := s.Frame.Merge(o.Frame)
	return state{at, f}, grew || more
}

// Selects what is done in transactions, and what they begin and end with.
func (*checker) Selects(op *envs.Op) bool {
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic, envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Return:
		return true
	}
	return false
}

// Entry begins a transaction if the frame is one.
func (c *checker) Entry(env envs.Env, fn *envs.Func) state {
	return c.begun(env, c.open.Entry(env, fn), histories.Frame{}, fn)
}

// Enter tells the callee that it is part of a transaction, or begins one.
func (c *checker) Enter(env envs.Env, call *envs.Op, s state, fn *envs.Func) (state, string) {
	if dataflow.Unseen(call) {
		return c.Entry(env, fn), ""
	}
	return c.begun(env, c.open.Enter(env, s.at, fn), s.Frame.Enter(), fn), ""
}

func (c *checker) begun(env envs.Env, at transactions.State, f histories.Frame, fn *envs.Func) state {
	if at.Own() && !c.Learns() {
		f = f.Join(histories.Call(fn))
	}
	return state{at, f}
}

// Step adds an access to what was done, or a change of locks, and tells the book of transactions that end.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic:
		if !c.Counts(op) {
			return s
		}
		if s.Frame = c.accessed(env, op, s.Frame); s.at.MayBeOut() {
			c.ended(env, c.accessed(env, op, histories.Alone(env)))
		}
		return s
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Return:
	default:
		return s
	}
	at, now := c.open.Step(env, op, s.at)
	if s.at = at; c.Learns() {
		return s
	}
	switch {
	case !now.Ends:
	case op.Kind == envs.Return:
		s.Frame = c.ended(env, s.Frame)
	default:
		var done histories.Done
		done, s.Frame = s.End(at, op.Kind == envs.Wait)
		c.done(env, done)
	}
	if now.Begins {
		s.Frame = s.Begin(env)
	}
	if s.Open() {
		s.Frame = c.changed(op, s.Frame)
	}
	if op.Kind == envs.Return {
		s.Frame = s.Exit()
	}
	return s
}

// ended ends the frame's own transaction.
func (c *checker) ended(env envs.Env, f histories.Frame) histories.Frame {
	done, f := f.Return()
	c.done(env, done)
	return f
}

// Return adds what a callee has done.
func (c *checker) Return(env envs.Env, _ *envs.Op, exit, s state) state {
	at, now := c.open.Return(env, s.at, exit.at)
	if s.at = at; c.Learns() {
		return s
	}
	done, f := c.Returned(env, s.Frame, exit.Frame)
	if c.done(env, done); now.Begins {
		f = f.Begin(env)
	}
	s.Frame = f
	return s
}

// Thrown adds what a callee has done that an exception leaves.
func (c *checker) Thrown(env envs.Env, call *envs.Op, thrown, s state) state {
	if !c.Learns() {
		c.ended(env, thrown.Frame)
	}
	return c.Return(env, call, state{thrown.at, thrown.Frame.Exit()}, s)
}

// unfinished takes what a thread did not finish for what it has done.
func (c *checker) unfinished(env envs.Env, m dataflow.Message, s state) {
	if m.Kind != envs.Leave || c.Learns() {
		return
	}
	f := c.ended(env, s.Frame)
	done, _ := f.End(transactions.State(0), true)
	c.done(env, done)
}
