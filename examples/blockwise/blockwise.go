package blockwise

import (
	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/transactions"
	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/envs"
)

// New makes the checker for one analysis.
func New(o Options) dataflow.Checker[state] { return &checker{Options: o} }

type checker struct {
	Options
	book
}

var (
	_ dataflow.Caller[state]  = (*checker)(nil)
	_ dataflow.Enterer[state] = (*checker)(nil)
	_ dataflow.Repeater       = (*checker)(nil)
	_ dataflow.Needer         = (*checker)(nil)
	_ dataflow.Selector       = (*checker)(nil)
	_ dataflow.Dropper        = (*checker)(nil)
)

func (*checker) Needs() dataflow.Needs {
	return dataflow.Accesses | dataflow.LockSets | dataflow.Segments | dataflow.Whole
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
func (c *checker) Entry(env envs.Env, fn *envs.Func) state { return begun(c.Rules.Entry(env, fn), fn) }

// Enter tells the callee that it is part of a transaction, or begins one.
func (c *checker) Enter(_ envs.Env, _ *envs.Op, s state, fn *envs.Func) state {
	r := begun(c.Rules.Enter(s.at, fn), fn)
	for _, h := range s.open {
		w := caller
		if h.whose == block || h.whose == outer {
			w = outer
		}
		r.open, _ = r.open.with(&history{whose: w})
	}
	return r
}

func begun(at transactions.State, fn *envs.Func) state {
	s := state{at: at}
	if at.Own() {
		s.open = ways{{whose: frame, from: envs.At(fn.ID, 0)}}
	}
	return s
}

// Step adds an access to what was done, or a change of locks, and tells the book of transactions that end.
func (c *checker) Step(env envs.Env, op *envs.Op, s state) state {
	switch op.Kind {
	case envs.Load, envs.Store, envs.Atomic:
		return c.access(env, op, s)
	case envs.Acquire, envs.TryAcquire, envs.Release, envs.Wait, envs.Return:
	default:
		return s
	}
	at, now := c.Rules.Step(env, op, s.at)
	s.at = at
	if now.Ends {
		s = c.end(env, op, s)
	}
	if now.Begins {
		s.open, _ = s.open.with(&history{whose: block, from: env.Point()})
	}
	if len(s.open) > 0 {
		for _, x := range changes(env, op) {
			s.open = s.open.each(func(h *history) { h.changed(x) })
		}
	}
	return s
}

// end ends the frame's transaction with its Return, and monitor blocks with other operations.
func (c *checker) end(env envs.Env, op *envs.Op, s state) state {
	if op.Kind == envs.Return {
		done, rest := s.open.of(frame)
		c.done(env, done)
		s.open = rest
		return s
	}
	done, rest := s.open.of(block)
	c.done(env, done)
	ended, others := rest.of(outer)
	for _, h := range ended {
		s.ended, _ = s.ended.with(h.clone())
	}
	if s.open = others; op.Kind != envs.Wait && s.at.MayBeInBlock() {
		s.open = append(done, rest...) // on some paths it goes on
	}
	return s
}

// changes are those of the locks that an operation makes.
func changes(env envs.Env, op *envs.Op) []step {
	x := step{Lock: env.Lock(), Taken: true}
	if op.Is(envs.Shared) {
		x.Side = lockset.Read
	}
	gone := step{Lock: x.Lock}
	switch op.Kind {
	case envs.Acquire:
		if env.MustRetake() {
			return nil
		}
		x.Surely = env.MustBeSame(x.Lock, x.Lock)
		return []step{x}
	case envs.TryAcquire:
		return []step{x}
	case envs.Release:
		held, _ := env.MayLocks()
		for i := range held {
			if !held[i].Maybe && env.MustBeSame(held[i].Lock, x.Lock) {
				return nil
			}
		}
		return []step{gone}
	case envs.Wait:
		x.Surely = env.MustBeSame(x.Lock, x.Lock)
		return []step{gone, x}
	}
	return nil
}

// atomically is what is held during an access that synchronises by itself.
const atomically envs.Lock = -1

// access adds an access to all transactions that are open. Outside of one it is one by itself.
func (c *checker) access(env envs.Env, op *envs.Op, s state) state {
	v := int64(env.Variable())
	if v == 0 || !env.MayReach() || !c.counts(env, op) {
		return s
	}
	held, segment := env.MustLocks(), env.Segment()
	add := func(h *history) {
		if op.Synchronises() {
			held := env.LockSets().Must().Acquire(held, atomically, lockset.Write)
			h.changed(step{Lock: atomically, Taken: true, Surely: true})
			if op.Kind != envs.Store {
				h.access(v, interleaving.Read, held, env.Point(), segment)
			}
			if op.Writes() {
				h.access(v, interleaving.Write, held, env.Point(), segment)
			}
			h.changed(step{Lock: atomically})
			return
		}
		kind := interleaving.Read
		if op.Writes() {
			kind = interleaving.Write
		}
		h.access(v, kind, held, env.Point(), segment)
	}
	s.open = s.open.each(add)
	if s.at.MayBeOut() {
		h := &history{whose: frame, from: env.Point()}
		add(h)
		c.done(env, ways{h})
	}
	return s
}

// Exit hands over what was done in transactions of the callers, and those that are left open.
func (*checker) Exit(_ envs.Env, _ *envs.Op, s state) state {
	_, s.open = s.open.of(frame)
	return s
}

// Return adds what a callee has done.
func (c *checker) Return(env envs.Env, call *envs.Op, exit, s state) state {
	at, now := c.Rules.Return(env, s.at, exit.at)
	var open ways
	through, _ := exit.open.of(caller)
	inBlock, _ := exit.open.of(outer)
	left, _ := exit.open.of(block)
	if len(s.open) > 0 && len(s.open)*len(exit.open) > maxWays {
		s.open, through, inBlock = s.open.one(), through.one(), inBlock.one()
	}
	add := func(h *history, parts ways, to *ways) {
		for _, p := range parts {
			whole := h.clone()
			whole.then(p)
			*to, _ = to.with(whole)
		}
	}
	for _, h := range s.open {
		if h.whose == frame || h.whose == caller {
			add(h, through, &open)
			continue
		}
		add(h, inBlock, &open)
		var done ways
		add(h, exit.ended, &done)
		if h.whose == block {
			c.done(env, done)
		} else {
			s.ended, _ = s.ended.merge(done)
		}
	}
	for _, h := range left {
		h = h.clone()
		h.from = env.Point()
		open, _ = open.with(h)
	}
	if now.Begins {
		open, _ = open.with(&history{whose: block, from: env.Point()})
	}
	s.at, s.open = at, open
	return s
}
