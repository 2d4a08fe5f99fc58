package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// handedOver is what results derive from, in registers 1 and up, and what was written.
func (c *checker) handedOver(env envs.Env, ret *envs.Op, f *State) *State {
	x := &State{writes: f.writes}
	for i, r := range ret.Uses {
		if rs := c.moved(env, f, r); len(rs) > 0 && !c.opts.Answer(env, i, c.makerOf(env, r)) {
			x.vals.Set(envs.Reg(i+1), rs)
		}
	}
	return x
}

// Return takes over what a callee has found.
func (c *checker) Return(env envs.Env, op *envs.Op, exit, f *State) *State {
	c.Returned(env, op)
	if !c.stages.Judges() {
		return f
	}
	if f == nothing {
		f = &State{}
	}
	c.released(op, f)
	k := call{c, env, op, f, held(c.locks)}
	for _, w := range exit.writes {
		k.write(w)
	}
	for r, rs := range exit.vals.All() {
		k.result(r, rs)
	}
	return f
}

// A call is one that has returned, in the state of the caller, with the locks that are held there.
type call struct {
	*checker
	env  envs.Env
	op   *envs.Op
	f    *State
	held []lock
}

// write judges a write of the callee, and adds it to what the caller writes.
func (k *call) write(w write) {
	l, ok := w.lock, true
	if w.from == underLock {
		if l, ok = k.lock(w.lock); !ok {
			return
		}
	}
	loc, base := k.in(k.env, k.op, w.loc, w.base)
	a := act{
		point: w.point, from: w.from, under: l, loc: loc, there: w.there, base: base, constant: w.constant, found: w.found,
		callee: k.op.Callee.Name, checked: w.checked, now: k.held, when: w.when,
		value: k.args(w.value), given: k.args(w.decided),
	}
	k.judge(k.env, k.op, k.f, a)
	if w.depth++; w.depth >= maxDepth {
		return
	}
	w.lock, w.loc, w.base, w.value, w.decided = l, loc, base, params(a.value), params(a.given)
	for branch, by := range k.f.decided.All() {
		if k.env.MayDecide(branch) {
			w.decided |= params(by)
		}
	}
	w.lock.gone = false
	k.f.writes = joinWrites(k.f.writes, []write{w})
}

// args is what these parameters derive from.
func (k *call) args(params uint32) (rs readings) {
	for p := int32(0); params != 0; p, params = p+1, params>>1 {
		if params&1 != 0 {
			rs = rs.join(k.arg(p))
		}
	}
	return rs
}

func (k *call) arg(param int32) readings {
	if i := k.op.Callee.FirstArg + int(param); i < len(k.op.Uses) {
		return k.f.get(k.op.Uses[i])
	}
	return nil
}

// result adds what a result of the callee, counted from 1, derives from.
func (k *call) result(n envs.Reg, by readings) {
	if n > envs.Reg(k.op.Results) {
		return
	}
	var rs readings
	for _, r := range by {
		switch {
		case r.from == fromCaller:
			rs = rs.join(k.arg(r.param).on(r.some))
		case r == many:
			rs = rs.join(readings{r})
		case r.depth < maxDepth:
			if n := k.reading(r); n != nil {
				rs = rs.join(readings{n})
			}
		}
	}
	if r := k.op.Dst + n - 1; len(rs) > 0 {
		k.f.vals.Set(r, k.f.get(r).join(rs))
	}
}

// reading is one of the callee as the caller knows it, nil if it knows too little.
func (k *call) reading(r *reading) *reading {
	n := *r
	n.depth++
	n.at, n.locks, n.tried, n.won = k.op.PC, nil, false, r.won || r.tried
	n.loc, n.base = k.in(k.env, k.op, r.loc, r.base)
	for _, l := range r.locks {
		if m, ok := k.lock(l); ok {
			m.gone = m.gone || l.gone
			n.locks = append(n.locks, m)
		}
	}
	n.locks = sorted(n.locks)
	n.gone = -1
	if slices.ContainsFunc(n.locks, func(l lock) bool { return l.gone }) {
		n.gone = k.op.PC
		if n.end.IsZero() {
			n.end = k.blocks.LastRelease()
		}
	}
	if n.from == underLock && len(n.locks) == 0 || n.from == byAtomic && n.base == nil {
		return nil
	}
	return &n
}

// lock is one of the callee as the caller knows it; ok is false if it has no name for it.
func (k *call) lock(l lock) (_ lock, ok bool) {
	if l.path != nil {
		if l.path = l.path.In(k.op.Callee.Args); l.path == nil {
			return l, false
		}
	}
	i := slices.IndexFunc(k.held, func(h lock) bool { return same(k.locks, h, l) })
	if i >= 0 {
		l.at = k.held[i].at
	}
	l.gone = l.gone || i < 0
	return l, true
}
