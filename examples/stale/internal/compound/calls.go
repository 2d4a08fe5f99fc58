package stale

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// exit hands over what results derive from, in registers 1 and up, and what was written.
func (c *relaxed) exit(env envs.Env, ret *envs.Op, f *flow) *flow {
	x := &flow{writes: f.writes}
	for i, r := range ret.Uses {
		if rs := c.moved(env, f, r); len(rs) > 0 && !c.answers(env, ret, i) {
			x.vals = put(x.vals, int32(i+1), rs)
		}
	}
	return x
}

// call takes over what a callee has found.
func (c *relaxed) call(env envs.Env, op *envs.Op, exit, f *flow) {
	c.released(env, op, f)
	now := held(env)
	arg := func(p int32) readings {
		if i := op.Callee.FirstArg + int(p); i < len(op.Uses) {
			return f.get(op.Uses[i])
		}
		return nil
	}
	into := func(l lock) (lock, bool) {
		if l.path != nil {
			if l.path = l.path.In(op.Callee.Args); l.path == nil {
				return l, false
			}
		}
		i := slices.IndexFunc(now, func(h lock) bool { return same(env, h, l) })
		if l.at.IsZero() || i >= 0 {
			if i >= 0 {
				l.at = now[i].at
			}
		}
		l.gone = l.gone || i < 0
		return l, true
	}
	if exit == nil {
		return
	}
	for _, w := range exit.writes {
		l, ok := w.lock, true
		if w.from == underLock {
			if l, ok = into(w.lock); !ok {
				continue
			}
		}
		loc, base := c.in(env, op, w.loc, w.base)
		a := act{point: w.point, from: w.from, under: l, loc: loc, there: w.there, base: base, constant: w.constant, found: w.found, callee: op.Callee.Name, checked: w.checked, now: now, when: w.when}
		var given readings
		for p := range int32(32) {
			if w.value>>p&1 != 0 {
				a.value = a.value.join(arg(p))
			}
			if w.decided>>p&1 != 0 {
				given = given.join(arg(p))
			}
		}
		a.given = given
		c.judge(env, op, f, a)
		if w.depth+1 >= maxDepth {
			continue
		}
		v := write{point: w.point, depth: w.depth + 1, from: w.from, lock: l, loc: a.loc, there: a.there, base: a.base, constant: w.constant, found: w.found, checked: w.checked, value: params(a.value), decided: params(given), when: w.when}
		for _, d := range f.decided {
			if env.MayDecide(d.of) {
				v.decided |= params(d.readings)
			}
		}
		v.lock.gone = false
		f.writes = joinWrites(f.writes, []write{v})
	}
	for _, v := range exit.vals {
		if v.of > int32(op.Results) {
			continue
		}
		var rs readings
		for _, r := range v.readings {
			if r.from == fromCaller {
				rs = rs.join(arg(r.param).on(r.some))
				continue
			}
			if r == many {
				rs = rs.join(readings{r})
				continue
			}
			if r.depth >= maxDepth {
				continue
			}
			n := *r
			n.depth++
			n.at, n.locks, n.tried, n.won = op.PC, nil, false, r.won || r.tried
			n.loc, n.base = c.in(env, op, r.loc, r.base)
			for _, l := range r.locks {
				if m, ok := into(l); ok {
					m.gone = m.gone || l.gone
					n.locks = append(n.locks, m)
				}
			}
			n.locks = sorted(n.locks)
			n.gone = -1
			if slices.ContainsFunc(n.locks, func(l lock) bool { return l.gone }) {
				n.gone = op.PC
				if n.end.IsZero() {
					n.end = env.LastRelease()
				}
			}
			if n.from == underLock && len(n.locks) == 0 || n.from == byAtomic && n.base == nil {
				continue
			}
			rs = rs.join(readings{&n})
		}
		if r := op.Dst + envs.Reg(v.of) - 1; len(rs) > 0 {
			f.vals = put(f.vals, int32(r), f.get(r).join(rs))
		}
	}
}
