package atomtypes

import (
	"github.com/seed38182bad/parallax/domains/mover"
	"github.com/seed38182bad/parallax/envs"
)

// declaredAccess is the type of an access to memory of which is declared who may, and holds it to that.
func (c *checker) declaredAccess(env envs.Env, op *envs.Op, s *state, d *envs.Declaration) mover.Atomicity {
	write, ok := op.Writes(), true
	for _, g := range d.Guards {
		ok = c.guarded(env, op, s, g, write) && ok
	}
	switch {
	case len(d.WriteGuards) > 0 && write:
		for _, g := range d.WriteGuards {
			c.guarded(env, op, s, g, true)
		}
		if d.Atomic {
			c.synchronised(env, op)
		}
		return mover.Atomic
	case len(d.WriteGuards) > 0:
		for _, g := range d.WriteGuards {
			if held, _ := c.holds(env, s, beside(env, g), false); held || trusted(env) {
				return mover.Mover // no write can come between
			}
		}
		if d.Atomic {
			c.synchronised(env, op)
		}
		return mover.Atomic
	case d.Atomic:
		c.synchronised(env, op)
	}
	if ok && len(d.Guards) > 0 {
		return mover.Mover
	}
	return mover.Atomic
}

// guarded reports whether a guard is held at an access, or taken to be.
func (c *checker) guarded(env envs.Env, op *envs.Op, s *state, g envs.Guard, alone bool) bool {
	p := beside(env, g)
	held, shared := c.holds(env, s, p, alone)
	if held {
		return true
	}
	if trusted(env) {
		s.assume(envs.Guard{Path: p, Read: !alone})
		return true
	}
	name, how := p.String(), " without "
	if p == nil {
		name = g.String()
	}
	if shared {
		how = " with no more than the shared side of "
	}
	c.tell(env, Unguarded,
		short(env, op.Loc.Name)+" is "+op.Done()+how+name+", which is declared to guard it"+doubt(c.locks, p))
	return false
}

// synchronised holds an access to being an atomic one.
func (c *checker) synchronised(env envs.Env, op *envs.Op) {
	if !op.Synchronises() && !trusted(env) {
		c.tell(env, NotAtomic,
			short(env, op.Loc.Name)+" is "+op.Done()+" by no atomic access, and is declared to be accessed so")
	}
}

// reassigns reports a write that changes which lock a declaration means.
func (c *checker) reassigns(env envs.Env, op *envs.Op) {
	if op.Writes() && op.Loc != nil && op.Loc.Leads && !trusted(env) {
		c.tell(env, Reassigned,
			short(env, op.Loc.Name)+" is written, through which a declared way to a lock leads: "+
				"a guard has to stay the same lock")
	}
}

// declaredCall holds a call to what is declared of those that it may call.
func (c *checker) declaredCall(env envs.Env, op *envs.Op, s *state) {
	if (op.Kind != envs.Call && op.Kind != envs.Fork) || op.Callee == nil {
		return
	}
	for _, id := range op.Callee.Funcs {
		fn := env.Program().Func(id)
		if fn == nil || fn.Contract == nil {
			continue
		}
		if trusted(env) {
			c.believe(env, op, s, fn)
			continue
		}
		name := func(g envs.Guard, p *envs.Path) string {
			if p == nil {
				return g.String()
			}
			return p.String()
		}
		for _, g := range fn.Contract.Held() {
			p := g.In(op.Callee.Args).Path
			held, _ := c.holds(env, s, p, !g.Read)
			if g.Path != nil && !maySkip(c.locks, op) && (!held || op.Kind == envs.Fork) {
				c.tell(env, Unmet,
					short(env, op.Callee.Name)+" is called without "+name(g, p)+", which it is declared to require"+doubt(c.locks, p))
			}
		}
		for _, list := range [][]envs.Guard{fn.Contract.Excludes, fn.Contract.Acquires} {
			for i, g := range list {
				p := g.In(op.Callee.Args).Path
				reads := g.Read && i < len(fn.Contract.Excludes)
				if held, _ := c.holds(env, s, p, reads); held && op.Kind == envs.Call {
					c.tell(env, Excluded,
						short(env, op.Callee.Name)+" is called with "+name(g, p)+", which is declared not to be held")
				}
			}
		}
		c.believe(env, op, s, fn)
	}
}

// maySkip reports whether a call need not be held to what its callee requires. That is a deferred call where paths
// come on which it is skipped. It is also a call through an interface, of which the caller has no name for the lock,
// unless no lock is held at all.
func maySkip(locks envs.Locks, op *envs.Op) bool {
	if op.Is(envs.Skippable) && op.Deferred != 0 {
		return true
	}
	held, ok := locks.MayLocks()
	return (op.Callee.Open || len(op.Callee.Funcs) > 1) && op.Kind == envs.Call && !(ok && len(held) == 0)
}

// doubt is what a report says if a lock may be held by another name.
func doubt(locks envs.Locks, p *envs.Path) string {
	if locks.MayHold(p) {
		return ", unless it is held by another name"
	}
	return ""
}

// believe takes over what is declared of a callee that is the only one.
func (c *checker) believe(env envs.Env, op *envs.Op, s *state, fn *envs.Func) {
	if op.Kind != envs.Call || op.Callee.Open || len(op.Callee.Funcs) != 1 {
		return
	}
	for _, g := range fn.Contract.Releases {
		s.drop(g.In(op.Callee.Args).Path)
	}
	for _, g := range fn.Contract.Acquires {
		s.assume(g.In(op.Callee.Args))
	}
	if trusted(env) {
		for _, g := range fn.Contract.Requires {
			s.assume(g.In(op.Callee.Args))
		}
	}
}

// declaredReturn holds a return to what is declared of the function.
func (c *checker) declaredReturn(env envs.Env, s *state) {
	k := env.Func().Contract
	if k == nil || trusted(env) {
		return
	}
	for _, list := range [][]envs.Guard{k.Requires, k.Acquires} {
		for _, g := range list {
			if held, _ := c.holds(env, s, g.Path, !g.Read); g.Path != nil && !held {
				c.tell(env, Broken, "the function returns without "+g.String()+", and is declared to return with it")
			}
		}
	}
	for _, g := range k.Releases {
		if held, _ := c.holds(env, s, g.Path, false); held {
			c.tell(env, Broken, "the function returns with "+g.String()+", and is declared to give it back")
		}
	}
}

// beside is what the frame calls the lock that guards the memory of this operation, nil if it has
// no name for it.
func beside(env envs.Env, g envs.Guard) *envs.Path {
	return g.In([]*envs.Path{env.Program().Knows().BaseAt(env.Point())}).Path
}

// holds reports whether a lock is certainly held, on the exclusive side if it has to be alone, and
// whether it is only held on the other one.
func (c *checker) holds(env envs.Env, s *state, p *envs.Path, alone bool) (held, shared bool) {
	k := env.Func().Contract
	if k.Known(p, func(p *envs.Path) bool { return c.locks.MustHoldAlone(p) || given(s.given, p, true) }) {
		return true, false
	}
	held = k.Known(p, func(p *envs.Path) bool { return c.locks.MustHold(p) || given(s.given, p, false) })
	return held && !alone, held
}

// trusted reports whether authors want what is declared to be taken for granted here.
func trusted(env envs.Env) bool {
	if k := env.Func().Contract; k != nil && k.Ignored {
		return true
	}
	forced := env.Program().Knows().Forced
	return forced != nil && forced(env.Point())
}
