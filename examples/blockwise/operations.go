package blockwise

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blockwise/internal/histories"
)

// changed adds what an operation of a lock changes to the transactions that are open.
func (c *checker) changed(op *envs.Op, f histories.Frame) histories.Frame {
	l := c.locks.Lock()
	give := histories.Step{Lock: l}
	take := histories.Step{Lock: l, Taken: true}
	if take.Surely = op.Kind != envs.TryAcquire && c.locks.MustBeSame(l, l); op.Is(envs.Shared) {
		take.Side = lockset.Read
	}
	switch op.Kind {
	case envs.Acquire, envs.TryAcquire:
		if op.Kind == envs.TryAcquire || !c.locks.MustRetake() {
			f = f.Change(take)
		}
	case envs.Release:
		held, _ := c.locks.MayLocks()
		again := slices.ContainsFunc(held, func(h envs.HeldLock) bool { return !h.Maybe && c.locks.MustBeSame(h.Lock, l) })
		if !again { // it was not taken several times
			f = f.Change(give)
		}
	case envs.Wait:
		f = f.Change(give).Change(take)
	}
	return f
}

// accessed adds an access to the transactions that are open. One that synchronises by itself is as if it was made
// under a lock for all such accesses.
func (c *checker) accessed(env envs.Env, op *envs.Op, f histories.Frame) histories.Frame {
	if !f.Open() {
		return f
	}
	held := c.sets.MustLocks()
	if op.Synchronises() {
		held = c.sets.Table().Must().Acquire(held, histories.Atomically, lockset.Write)
		f = f.Change(histories.Step{Lock: histories.Atomically, Taken: true, Surely: true})
	}
	if op.Kind != envs.Store && (op.Synchronises() || !op.Writes()) {
		f = c.Access(env, f, interleaving.Read, held)
	}
	if op.Writes() {
		f = c.Access(env, f, interleaving.Write, held)
	}
	if op.Synchronises() {
		f = f.Change(histories.Step{Lock: histories.Atomically})
	}
	return f
}
