package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
)

// rank says how much speaks for a defect. What only speaks against one lowers the rank.
func (c *checker) rank(env envs.Env, f *State, a act, r *reading, value bool, name string) (rank int, why []string) {
	rank = 50
	from, to := c.guard(r.loc, r.there, name), c.guard(a.loc, a.there, name)
	add := func(ok bool, n int, text string) {
		if ok {
			rank += n
			why = append(why, text)
		}
	}
	add(value, 10, "the value itself is written")
	add(r.loc == a.loc, 10, "what was read is what is written")
	add(env.Func().ID == r.point.Func() && a.callee == "", 10, "both are in one function")
	add(value && a.constant, -5, "a constant")
	reset := !value && a.constant && r.loc == a.loc && !from.Constant
	add(reset, -20, "what was read is set to a constant, as it is if another thread does so, too")
	add(!value && a.constant && !reset, -10, "a constant is written")
	add(from.Constant, -15, "what was read is only ever set to constants")
	add(!value && limits(env, f, r), 10, "it is compared with a number, as with a limit")
	add(!value && slices.ContainsFunc(a.value,
		func(v *reading) bool { return v.point == r.point && v.gone >= 0 && !v.chosen }), -20,
		"it is told as a stale value, too")
	add(from.One && from.Func == env.Func().ID, -15, "only this function writes what was read")
	add(from.One && from.Func != env.Func().ID, -15, "only one function writes what was read")
	add(a.checked, -20, "the callee looks again")
	add(r.chosen, -5, "a constant that was chosen by what was read")
	add(r.found && a.found && r.loc == a.loc && !value, 5, "looked up, and inserted later")
	add(r.from == underLock && (!from.Nearly() || !to.Nearly()), -15, "not all writes are under the lock")
	add(c.looked(env, f, a, r, name), -10, "it is read again, which decides something else")
	add(claims(env, f, r), -15, "the section that read it has claimed the act, by what it has tested and set")
	add(!value && a.renewed(), -10, "what is written is what is there, changed")
	if thread, ok := c.Alone(env.Func().ID, r.base, r.loc); ok {
		add(true, -25, "most callers are in the thread that begins with "+copies.Short(env,
			env.Program().Func(thread).Name)+", one for each object, as are most who write what was read")
	} else if outer := c.Outside(env.Func().ID, r.loc, name); outer != "" {
		add(true, -25, "most callers hold "+copies.Short(env, outer)+", as most do who write what was read")
	} else if r.from != underLock {
		add(slices.ContainsFunc(r.locks, func(l lock) bool { return !l.gone }), -25,
			"a lock is held from the load to the store")
	}
	return rank, why
}

// limits reports whether a branch that decides the act compares what was read with a number, by which is the larger
// one. A comparison with zero or one, whether there is any, is none of these, nor is one in a loop, which mostly
// decides how often that is gone round.
func limits(env envs.Env, f *State, r *reading) bool {
	small := func(t envs.Term) bool {
		if t.Reg != 0 {
			return false
		}
		n, ok := t.Const.Int64()
		return ok && (n == 0 || n == 1)
	}
	return f.decides(func(branch int32, by readings) bool {
		if !slices.ContainsFunc(by, func(o *reading) bool { return o.point == r.point && o.at == r.at }) ||
			!env.MayDecide(branch) || env.Func().After(branch)[branch] {
			return false
		}
		for _, way := range env.Program().Detail(envs.At(env.Func().ID, branch)).On {
			for _, c := range way {
				if c.X.Int() && c.Cmp != machine.Eq && c.Cmp != machine.Ne && !small(c.X) && !small(c.Y) {
					return true
				}
			}
		}
		return false
	})
}

// fix says what may be done where that is mechanical. Nothing between the section that has read under l and that of
// the act can block, nor take a lock. Who holds a lock as a reader may not ask for it as a writer.
func (c *checker) fix(env envs.Env, op *envs.Op, a act, r *reading, l lock, name string) string {
	fn := env.Func()
	if a.callee != "" || r.point.Func() != fn.ID || r.gone < 0 || r.gone > op.PC {
		return ""
	}
	for i := r.gone; i < op.PC; i++ {
		switch fn.Ops[i].Kind {
		case envs.Call, envs.Fork, envs.Send, envs.Receive, envs.Wait, envs.Join:
			return ""
		case envs.Acquire:
			if envs.At(fn.ID, i) != a.under.at {
				return ""
			}
		}
	}
	if l.read {
		return "hold " + copies.Short(env, name) + " for writing from the read to the write: nothing in between can block"
	}
	return "hold " + copies.Short(env, name) + " from the read to the write: nothing in between can block"
}
