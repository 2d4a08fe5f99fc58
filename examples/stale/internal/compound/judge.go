package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
	"github.com/seed38182bad/parallax/examples/stale/internal/gaps"
)

// An act is a write to shared data, or a call that leads to one.
type act struct {
	from     source
	under    lock // of underLock: the lock of its section
	loc      *envs.Loc
	there    *envs.Loc // by what it lies in
	base     *envs.Path
	value    readings // from which what is written derives
	given    readings // arguments that decide whether it is written
	constant bool
	found    bool         // an element
	nothing  bool         // no value is stored: a constant, or an element is deleted
	callee   string       // that writes; empty if the operation itself does
	point    envs.Point   // the operation that writes
	checked  bool         // the callee looks again
	now      []lock       // held
	when     *gaps.Moment // its lock was taken, in a run; nil if nothing is known
}

// renewed reports whether what is written derives from a fresh reading of where it is written.
func (a *act) renewed() bool {
	return slices.ContainsFunc(a.value, func(r *reading) bool {
		return r.from == a.from && r.loc == a.loc && r.gone < 0 && !r.chosen && (a.base == nil || r.base.Same(a.base))
	})
}

// judge reports an act that derives from, or is decided by, what was read earlier, and may have
// changed since.
func (c *checker) judge(env envs.Env, op *envs.Op, f *State, a act) {
	for _, r := range a.value {
		if r.from == a.from {
			c.pair(env, op, f, a, r, !r.chosen)
		}
	}
	for _, r := range a.given {
		if r.from == a.from {
			c.pair(env, op, f, a, r, false)
		}
	}
	for branch, by := range f.decided.All() {
		for _, r := range by {
			if r.from == a.from && r.at < branch && env.MayDecide(branch) {
				c.pair(env, op, f, a, r, false)
			}
		}
	}
}

// pair reports one reading and the act that follows it.
func (c *checker) pair(env envs.Env, op *envs.Op, f *State, a act, r *reading, value bool) {
	if r.claim || !value && r.at >= op.PC || value && r.added && a.renewed() {
		return
	}
	if r.from == fromMap && r.tried && !value {
		return // who has stored it first may store again
	}
	if r.from != underLock {
		c.single(env, op, f, a, r, value)
		return
	}
	if r.gone < 0 || !value && (r.at > r.gone || r.gone > op.PC) {
		return // nothing was given back in between, or only on the way round a loop
	}
	if a.under.read {
		return
	}
	l, name, ok := c.lost(env, f, a, r)
	if !ok {
		return
	}
	rep := envs.Report{Kind: kindCheck, Subject: name + " in " + env.Func().Name, Defect: defect(env, a, r, name),
		Evidence: c.story(env, a, r, l)}
	what, which := copies.Short(env, nameOf(r.loc)), copies.Short(env, nameOf(a.loc))
	switch {
	case value:
		rep.Kind = copies.KindValue
		rep.Message = "a stale copy of " + what + " is written to " + which
	case a.callee != "":
		rep.Message = what + " was read in an earlier section of " + copies.Short(env,
			name) + ", and decides whether " + a.callee + " writes " + which
	default:
		rep.Message = what + " was read in an earlier section of " + copies.Short(env,
			name) + ", and decides whether " + which + " is written"
	}
	if value && a.callee != "" {
		rep.Message = "a stale copy of " + what + " is passed to " + a.callee + ", which writes it to " + which
	}
	rep.Rank, rep.Why = c.rank(env, f, a, r, value, name)
	rep.Fix = c.fix(env, op, a, r, l, name)
	c.tell(env, a, r, l, rep)
}

// lost is the lock, and its name, for which the pair is to be reported: it protects both. One lock may
// have several names; of those that will do it is the first, whatever their numbers are.
func (c *checker) lost(env envs.Env, f *State, a act, r *reading) (is lock, name string, ok bool) {
	for _, l := range r.locks {
		n := c.locks.LockName(l.is)
		if !l.gone || !same(c.locks, l, a.under) || ok && n >= name || !c.guard(r.loc, r.there, n).Mostly() ||
			!c.guard(a.loc, a.there, n).Mostly() || !c.Together(r.loc, a.loc, n) {
			continue
		}
		if !c.kept(env, a, r) && !c.again(env, f, a, r, n) {
			is, name, ok = l, n, true
		}
	}
	return is, name, ok
}

// kept reports whether a lock was held all the time without which nobody writes what was read.
func (c *checker) kept(env envs.Env, a act, r *reading) bool {
	return c.enclosed(env, a, r) || slices.ContainsFunc(r.locks, func(l lock) bool {
		if l.gone || !slices.ContainsFunc(a.now, func(h lock) bool { return h.is == l.is && h.at == l.at }) {
			return false
		}
		g := c.guard(r.loc, r.there, c.locks.LockName(l.is))
		return g.Always() || r.from == byAtomic && g.Mostly() // the other writes need no lock to be free of races
	})
}

// enclosed reports whether all callers of the function hold such a lock, which it does not give back.
func (c *checker) enclosed(env envs.Env, a act, r *reading) bool {
	fn := env.Func()
	return c.Enclosed(fn.ID, r.loc, func(name string) bool {
		return name != c.locks.LockName(a.under.is) && !slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
			return (op.Kind == envs.Release || op.Kind == envs.Wait) &&
				(op.Loc != nil && op.Loc.Name == name || op.Path != nil && op.Path.Global+op.Path.Steps == name)
		})
	}) != ""
}

// again reports whether a fresh read of what was read, or of what belongs to it, decides the act.
func (c *checker) again(env envs.Env, f *State, a act, r *reading, name string) bool {
	return (c.opts.Optimistic || r.from != underLock) && f.decides(func(branch int32, by readings) bool {
		return slices.ContainsFunc(by, func(o *reading) bool { return c.fresh(env, a, r, o, name) }) &&
			env.MayDecide(branch)
	})
}

// fresh reports whether o is a later reading of what r has read, or of what belongs to it, in the section of the act.
func (c *checker) fresh(env envs.Env, a act, r, o *reading, name string) bool {
	if o.from == fromCaller || o.at <= r.at && o.point == r.point {
		return false
	}
	if r.from != underLock {
		return o.from == r.from && o.loc == r.loc && o.at > r.at && (o.claim || c.kept(env, a, o))
	}
	if o.loc != r.loc && (o.element() && !r.element() || !c.Together(o.loc, r.loc, name)) {
		return false // another one, or of an element, which tells nothing of a field beside it
	}
	return o.gone < 0 && o.from == underLock &&
		slices.ContainsFunc(o.locks, func(l lock) bool { return same(c.locks, l, a.under) })
}

// looked reports whether a fresh read of what was read decides something before the act.
func (c *checker) looked(env envs.Env, f *State, a act, r *reading, name string) bool {
	return f.decides(func(_ int32, by readings) bool {
		return slices.ContainsFunc(by, func(o *reading) bool { return o.loc == r.loc && c.fresh(env, a, r, o, name) })
	})
}

// claims reports whether the section of the reading has tested and overwritten something that decides the act:
// who does so next finds it set. Others may still change what was read. A callee that claims, and returns whether
// it could, has overwritten it on the way out on which it could.
func claims(env envs.Env, f *State, r *reading) bool {
	return f.decides(func(branch int32, by readings) bool {
		return slices.ContainsFunc(by, func(o *reading) bool {
			return (o.claim || o.won) && o.from == underLock && slices.ContainsFunc(o.locks, func(l lock) bool {
				return slices.ContainsFunc(r.locks, func(k lock) bool { return l.is == k.is && l.at == k.at })
			})
		}) && env.MayDecide(branch)
	})
}
