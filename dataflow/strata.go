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
type lockStratum struct {
	c       *Contexts
	reached []int32 // scratch
}

var _ stratum[*locks] = (*lockStratum)(nil)

func (st *lockStratum) callees(e *engine[*locks], in *instance[*locks], op *envs.Op, s *locks, to []target[*locks]) (_ []target[*locks], passes bool) {
	c := st.c
	key, flat := lockAnalysis{}.context(nil, op, s), entered(s.block())
	if op.Kind == envs.Fork {
		flat = envs.Block{}
	}
	reached := st.reached[:0]
	for _, fn := range op.Callee.Funcs {
		if !c.known[fn] {
			continue
		}
		k := key
		if len(op.Callee.Own) > 0 {
			k = lockAnalysis{}.context(nil, op.Calling(fn), s)
		}
		if s.follow != nil {
			k += s.follow.entry(s, op, envs.At(in.fn.ID, op.PC), c.prog.Func(fn), &locks{beside: s.beside})
		}
		f := c.frameFor(fn, k, flat)
		reached = appendNew(reached, f)
		if c.active[fn] > 0 {
			to = append(to, target[*locks]{instance: c.frames[f].inst})
		} else {
			passes = true
		}
	}
	in.reached.set(op.PC, reached) // the last visit counts
	st.reached = reached
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

func (*lockStratum) step(*engine[*locks], *instance[*locks], *envs.Op) bool                { return true }
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
	course *course // nil in a flat frame
	before *locks  // during a call: before it
	fork   *locks  // on the way to a branch's target: at the branch

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
	st.before = e.env.locks
	if f.course == nil {
		flat := entered(f.flat)
		if op.Kind == envs.Fork {
			flat = envs.Block{}
		}
		for _, fn := range op.Callee.Funcs {
			if e.anyFrame != nil && op.Kind == envs.Call {
				if c := e.anyFrame[fn]; c != nil {
					to = append(to, target[S]{instance: c, after: changesNothing})
					continue
				}
			}
			if st.c.known[fn] {
				to = append(to, st.reach(e, op, s, reached{st.c.frameFor(fn, "", flat), changesNothing}))
			}
		}
		return to, false
	}
	for _, r := range st.c.reachedBy(f.course, op.PC) {
		to = append(to, st.reach(e, op, s, r))
	}
	return to, false
}

func (st *checkStratum[S]) reach(e *engine[S], op *envs.Op, s S, r reached) target[S] {
	fn := st.c.frames[r.frame].fn
	if e.can.Calls.Context == nil {
		return target[S]{e.instanceAt(r.frame, fn), r.frame, r.after}
	}
	return target[S]{e.instanceOf(instKey{fn: fn, below: r.frame, ctx: e.can.Calls.Context(e.env, op.Calling(fn), s)}), r.frame, r.after}
}

func (st *checkStratum[S]) seek(e *engine[S], in *instance[S], pc int32) bool {
	f := &st.c.frames[in.key.below]
	st.course = f.course
	e.moving = f.course != nil
	e.env.opened = false
	if f.course == nil {
		e.env.flat, e.env.locks = f.flat, nil
		return true
	}
	if f.at[pc] == 0 {
		e.env.asked = true
		return false
	}
	e.env.locks = f.entry
	if pc > 0 {
		e.env.locks = st.c.chart.at(f.at[pc])
	}
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

func (st *checkStratum[S]) step(e *engine[S], in *instance[S], op *envs.Op) bool {
	is, env := st.course.at[op.PC], e.env
	if is == 0 {
		env.asked = true
		return false
	}
	env.locks = st.c.chart.at(is)
	env.recall.number = int32(is >> spotBits)
	env.mine, env.opened = is&mineSpot != 0, is&openedSpot != 0
	if env.opened {
		env.openedBlock = env.locks.last()
	}
	if (op.Kind == envs.Join || op.Kind == envs.Receive) && env.locks.follow != nil {
		j := st.c.chart.joins[framePoint{in.key.below, op.PC}]
		env.joined, env.joining = j.of, j.fact
	}
	return true
}

// last is the block of the innermost lock, also if it is not certain that it is held.
func (l *locks) last() envs.Block { return siteBlock(l.held[len(l.held)-1].site, l.cls.canon) }

func (st *checkStratum[S]) returned(e *engine[S], in *instance[S], op *envs.Op, callee target[S]) {
	st.here = e.env.flat
	if st.before != nil {
		st.here = st.before.block()
	}
	e.env.opened = false
	if st.same = callee.after == changesNothing || callee.after == noReturn || st.before == nil; st.same {
		// Nothing changed below: what the callee read in the caller's block is
		// of that block still.
		e.env.locks = st.before
		return
	}
	if callee.after >= 0 {
		e.env.locks = st.c.chart.states[callee.after]
		st.anew, st.mine, st.now = false, false, st.here
		return
	}
	exit := st.c.frames[callee.frame].exit
	after := *st.before
	after.shared, after.lent, after.cls = false, true, st.course.cls
	l, opened := after.afterCall(op.Calling(callee.fn.ID), envs.At(in.fn.ID, op.PC), exit)
	e.env.locks = l
	if e.env.opened = opened; opened {
		e.env.openedBlock = l.last()
	}
	st.anew, st.openedAs = opened, e.env.openedBlock
	st.last, st.mine = exit.block(), exit.opensLast()
	st.now = l.block()
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
	return f.course == nil || f.steady
}

func (st *checkStratum[S]) returns(in *instance[S]) bool {
	f := &st.c.frames[in.key.below]
	return f.course == nil || f.exit != nil
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
		for _, g := range in.reached.at(op.PC) {
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

func (st *checkStratum[S]) rejoin(e *engine[S], in *instance[S], op *envs.Op) {
	e.env.locks, st.before = st.before, nil // the next operation finds what holds there
}

func (st *checkStratum[S]) branch(e *engine[S], in *instance[S], op *envs.Op, taken int) {
	if l := e.env.locks; l != nil && len(l.held) > 0 && len(op.Uses) > 0 {
		st.fork = l
		e.env.locks = l.Clone().branch(op, taken)
	}
}

func (st *checkStratum[S]) undo(e *engine[S], in *instance[S]) {
	if st.fork != nil {
		e.env.locks, st.fork = st.fork, nil
	}
}
