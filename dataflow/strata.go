package dataflow

import (
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// entered is the block in which a frame finds itself when its caller is in b.
func entered(b envs.Block) envs.Block {
	if b.None() {
		return b
	}
	return envs.Inherited()
}

// lockStratum is the lowest stratum: nothing is below it.
type lockStratum struct{ c *Contexts }

var _ stratum[*locks] = (*lockStratum)(nil)

func (st *lockStratum) callees(e *engine[*locks], in *instance[*locks], op *envs.Op, s *locks, to []target[*locks]) (_ []target[*locks], passes bool) {
	c := st.c
	key, flat := lockAnalysis{}.Context(nil, op, s), entered(s.block())
	if op.Kind == envs.Fork {
		flat = envs.Block{}
	}
	reached := in.callees(op.PC)
	*reached = (*reached)[:0] // the last visit counts
	for _, fn := range op.Callee.Funcs {
		if !c.known[fn] {
			continue
		}
		k := key
		if s.follow != nil {
			k += s.follow.entry(s, op, envs.At(in.fn.ID, op.PC), c.prog.Func(fn), &locks{beside: s.beside})
		}
		f := c.frameFor(fn, k, flat)
		*reached = appendNew(*reached, f)
		if c.active[fn] > 0 {
			to = append(to, target[*locks]{instance: c.frames[f].inst})
		} else {
			passes = true
		}
	}
	return to, passes
}

func appendNew(list []int32, x int32) []int32 {
	for _, y := range list {
		if x == y {
			return list
		}
	}
	return append(list, x)
}

func (*lockStratum) aside(*engine[*locks], *instance[*locks]) place { return place{} }
func (*lockStratum) back(*engine[*locks], place)                    {}
func (*lockStratum) seek(e *engine[*locks], _ *instance[*locks], _ int32) bool {
	e.moving = false
	return true
}

func (*lockStratum) step(*engine[*locks], *instance[*locks], *envs.Op)                     {}
func (*lockStratum) returned(*engine[*locks], *instance[*locks], *envs.Op, target[*locks]) {}
func (*lockStratum) steady(*instance[*locks]) bool                                         { return false }
func (*lockStratum) returns(*instance[*locks]) bool                                        { return true }
func (*lockStratum) renamed(b envs.Block) envs.Block                                       { return b }
func (*lockStratum) branch(*engine[*locks], *instance[*locks], *envs.Op, int)              {}
func (*lockStratum) undo(*engine[*locks], *instance[*locks])                               {}
func (*lockStratum) rejoin(*engine[*locks], *instance[*locks], *envs.Op)                   {}

// checkStratum is the upper stratum: a checker that sees final contexts.
type checkStratum[S lattice.Mergeable[S]] struct {
	c *Contexts
	position
}

// position is where the upper stratum stands on a path.
type position struct {
	cur    *locks // nil in a flat frame
	owned  bool   // cur may be changed
	before *locks // during a call: before it
	merged *locks // during a call: after the callees that were looked at

	// What renamed goes by, after the return of a callee.
	same     bool       // the callee left the locks alone
	here     envs.Block // before the call
	now      envs.Block // after it
	mine     bool       // the callee's last block is one that it opened itself
	last     envs.Block // the callee's last block
	anew     bool       // the call opened a block
	openedAs envs.Block // that block
}

// place is what aside puts aside.
type place struct {
	env    staticEnv
	pos    position
	moving bool
}

func (st *checkStratum[S]) callees(e *engine[S], in *instance[S], op *envs.Op, s S, to []target[S]) ([]target[S], bool) {
	f := &st.c.frames[in.key.below]
	st.before, st.merged = st.cur, nil
	if f.inst == nil {
		flat := entered(f.flat)
		if op.Kind == envs.Fork {
			flat = envs.Block{}
		}
		for _, fn := range op.Callee.Funcs {
			if e.anyFrame != nil && op.Kind == envs.Call {
				if c := e.anyFrame[fn]; c != nil {
					to = append(to, target[S]{c, noFrame})
					continue
				}
			}
			if st.c.known[fn] {
				to = append(to, st.reach(e, op, s, fn, st.c.frameFor(fn, "", flat)))
			}
		}
		return to, false
	}
	for _, g := range *f.inst.callees(op.PC) {
		to = append(to, st.reach(e, op, s, st.c.frames[g].fn, g))
	}
	return to, false
}

func (st *checkStratum[S]) reach(e *engine[S], op *envs.Op, s S, fn envs.FuncID, g int32) target[S] {
	if e.can.contexter == nil {
		return target[S]{e.instanceAt(g, fn), g}
	}
	return target[S]{e.instanceOf(instKey{fn: fn, below: g, ctx: e.can.contexter.Context(e.env, op, s)}), g}
}

func (st *checkStratum[S]) seek(e *engine[S], in *instance[S], pc int32) bool {
	f := &st.c.frames[in.key.below]
	st.cur = nil
	e.moving = f.inst != nil
	e.env.opened = false
	if f.inst == nil {
		e.env.flat, e.env.locks = f.flat, nil
		return true
	}
	low := f.inst
	var l *locks
	if low.slots[pc] != 0 {
		if k := &low.kept[low.slots[pc]-1]; k.has {
			l = k.state
		}
	}
	if l == nil && pc == 0 && low.hasEntry {
		l = low.entry
	}
	if st.c.at != nil {
		l = st.c.at[siteKey{low.id, pc}]
	}
	if l == nil {
		e.env.asked = true
		return false
	}
	st.cur, st.owned = l, false
	e.env.locks = l
	return true
}

func (st *checkStratum[S]) aside(e *engine[S], in *instance[S]) place {
	p := place{*e.env, st.position, e.moving}
	e.env.frame(in.fn, &in.reports)
	st.seek(e, in, 0)
	return p
}

func (st *checkStratum[S]) back(e *engine[S], p place) {
	*e.env, st.position, e.moving = p.env, p.pos, p.moving
}

func (st *checkStratum[S]) step(e *engine[S], in *instance[S], op *envs.Op) {
	if !st.owned {
		st.cur, st.owned = st.cur.Clone(), true
	}
	if st.cur.follow != nil {
		e.env.mine = op.Accesses() && st.cur.mine.certain(baseReg(op))
		if op.Kind == envs.Join || op.Kind == envs.Receive {
			e.env.joins(st.cur, op)
		}
	}
	var opened bool
	st.cur, opened = st.cur.step(op, envs.At(in.fn.ID, op.PC))
	e.env.locks = st.cur
	st.open(e, op, opened)
}

func (st *checkStratum[S]) open(e *engine[S], op *envs.Op, opened bool) {
	e.env.opened = opened
	if opened { // also if it is not certain that the lock is held
		h := st.cur.held
		e.env.openedBlock = siteBlock(h[len(h)-1].site, st.cur.cls.canon)
	}
}

func (st *checkStratum[S]) returned(e *engine[S], in *instance[S], op *envs.Op, callee target[S]) {
	var low *instance[*locks]
	if callee.frame != noFrame {
		low = st.c.frames[callee.frame].inst
	}
	st.here = e.env.flat
	if st.before != nil {
		st.here = st.before.block()
	}
	if st.same = low == nil || !low.hasExit || st.before == nil; st.same {
		// Nothing changed below: what the callee read in the caller's block is
		// of that block still.
		st.merge(st.before)
		e.env.opened = false
		e.env.locks = st.before
		return
	}
	exit := low.exit
	after, opened := st.before, false
	if !after.sameAfter(op, exit) {
		after, opened = after.Clone().afterCall(op, envs.At(in.fn.ID, op.PC), exit)
	}
	st.cur = after
	e.env.locks = after
	st.open(e, op, opened)
	st.anew, st.openedAs = opened, e.env.openedBlock
	st.last, st.mine = exit.block(), len(exit.held) > 0 && exit.held[len(exit.held)-1].from == 0
	st.now = after.block()
	st.merge(after)
}

func (st *checkStratum[S]) renamed(b envs.Block) envs.Block {
	if st.same {
		if b.None() || b.IsLoose() {
			return b
		}
		return st.here
	}
	switch n := outerDepth(b); {
	case b.None():
		return b
	case n >= 0:
		i := len(st.before.held) - 1 - n
		if i < 0 || st.before.held[i].maybe {
			return envs.Loose()
		}
		if r := siteBlock(st.before.held[i].site, st.before.cls.canon); !st.anew || !r.MustBe(st.openedAs) {
			return r
		}
		return envs.Loose() // read before the call opened a block of this class
	case st.mine && b.MustBe(st.last):
		return st.now
	}
	return envs.Loose()
}

func (st *checkStratum[S]) steady(in *instance[S]) bool {
	f := &st.c.frames[in.key.below]
	if f.inst != nil && f.steady == unasked {
		f.steady = no
		if st.c.isSteady(f.inst) {
			f.steady = yes
		}
	}
	return f.inst == nil || f.steady == yes
}

func (st *checkStratum[S]) returns(in *instance[S]) bool {
	low := st.c.frames[in.key.below].inst
	return low == nil || low.hasExit
}

// isSteady reports whether neither an instance nor what it calls changes the locks
// held in the end. What an exception leaves behind counts where it is caught.
func (c *Contexts) isSteady(in *instance[*locks]) bool {
	if in.fn.Locking() {
		return false
	}
	for i := range in.fn.Ops {
		op := &in.fn.Ops[i]
		if !calls(op) || in.slots[i] == 0 {
			continue
		}
		for _, g := range *in.callees(op.PC) {
			low := c.frames[g].inst
			if low != nil && (low.hasExit && !low.exit.unchanged(low.entry.held) ||
				op.Handler != 0 && low.hasThrown && !low.thrown.unchanged(low.entry.held)) {
				return false
			}
		}
	}
	return true
}

// outerDepth is n if b is envs.OuterBlock(n), else -1.
func outerDepth(b envs.Block) int {
	for n := range maxHeld {
		if b.MustBe(envs.OuterBlock(n)) {
			return n
		}
	}
	return -1
}

func (st *checkStratum[S]) merge(l *locks) {
	if l == nil {
		return
	}
	if st.merged == nil {
		st.merged = l
		return
	}
	if st.merged != l {
		st.merged, _ = st.merged.Clone().Merge(l)
	}
}

func (st *checkStratum[S]) rejoin(e *engine[S], in *instance[S], op *envs.Op) {
	if op.Callee.Open {
		st.merge(st.before)
	}
	if st.merged == nil {
		st.merged = st.before
	}
	if st.merged != st.before {
		st.owned = false // it may be a callee's
	}
	st.cur = st.merged
	st.before, st.merged = nil, nil
	e.env.locks = st.cur
}

func (st *checkStratum[S]) branch(e *engine[S], in *instance[S], op *envs.Op, taken int) {
	if st.cur != nil {
		e.env.locks = st.cur.Clone().own().branch(op, taken)
	}
}

func (st *checkStratum[S]) undo(e *engine[S], in *instance[S]) { e.env.locks = st.cur }
