package dataflow

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// runEnv answers a checker's questions during a run.
type runEnv struct {
	w       *world
	t       *thread
	depth   int
	fn      *envs.Func
	op      *envs.Op
	failed  *failed // nil unless a check does not hold
	control envs.Controls

	asker *listener // who asks
	happened
}

// happened is what the operation has done to the world.
type happened struct {
	changed     bool // any of the following
	alone       bool // no other thread has accessed the object so far
	unshared    bool // or the variable, if it is known
	foreseen    bool // what others do with the variable later is known, to those who ask for the order:
	first       bool // all of that happens afterwards
	firstForAll bool // so it does in whatever order locks are taken
	again       bool // the lock was held before
	foreign     bool // the lock was held by another thread
	opened      bool
	lock        envs.Lock
	variable    envs.Variable
	segment     *segment // in which it began to wait, nil if it did not wait for another thread
}

// at makes the environment speak of a frame that is at op.
func (e *runEnv) at(t *thread, depth int, op *envs.Op) {
	e.t, e.depth, e.op = t, depth, op
	if e.changed {
		e.happened = happened{}
	}
	e.fn = t.frames[depth].fn
}

func (e *runEnv) Program() envs.Program { return e.w.prog }
func (e *runEnv) Func() *envs.Func      { return e.fn }
func (e *runEnv) Thread() envs.Thread   { return e.t.id }

func (e *runEnv) MayBeThread(a, b envs.Thread) bool  { return a == b }
func (e *runEnv) MustBeThread(a, b envs.Thread) bool { return a == b && a != 0 }

func (e *runEnv) Point() envs.Point {
	if e.op == nil {
		return envs.At(e.fn.ID, 0)
	}
	return envs.At(e.fn.ID, e.op.PC)
}

func (e *runEnv) Block() envs.Block       { return e.t.held.block() }
func (e *runEnv) LastRelease() envs.Point { return e.t.released }
func (e *runEnv) MayShare() bool {
	if e.op == nil {
		return true
	}
	alone := e.alone
	if e.asker.needs&byVariable != 0 {
		if alone = e.unshared; e.foresees() {
			alone = e.firstForAll
		}
	}
	return !alone && !e.op.Is(envs.Local)
}
func (e *runEnv) MustPrecede() bool {
	if e.asker.needs&byVariable == 0 {
		return !e.MayShare()
	}
	first := e.unshared
	if e.foresees() {
		first = e.first
	}
	return e.op != nil && (first || e.op.Is(envs.Local))
}

// foresees reports whether who asks may know what comes later. Another asker's needs do not count: what a checker finds
// must not depend on who else listens.
func (e *runEnv) foresees() bool { return e.foreseen && e.asker.needs.Has(Order) }
func (e *runEnv) MayReach() bool { return e.op == nil || !e.op.Is(envs.Local) }
func (e *runEnv) MayWrite() bool { return e.op == nil || e.op.Loc == nil || !e.op.Loc.Final }
func (e *runEnv) Detail() *envs.Detail {
	if e.op == nil {
		return envs.NoDetail
	}
	return e.w.prog.Detail(e.Point())
}
func (e *runEnv) MayFail(c *envs.Check) bool  { return e.failed != nil && e.failed.check == c }
func (e *runEnv) MustFail(c *envs.Check) bool { return e.MayFail(c) }
func (e *runEnv) MustDecide() bool            { return true }
func (e *runEnv) MustBeInOrder() bool         { return true }
func (e *runEnv) MayRepeat() bool             { return e.w.whole }
func (e *runEnv) Known(t envs.Term) (machine.Value, bool) {
	if e.failed == nil {
		return machine.Value{}, false
	}
	return e.failed.known(t)
}
func (e *runEnv) Report(r envs.Report) {
	switch {
	case e.op == nil:
	case r.Later != nil:
		for _, x := range r.Later(e) {
			e.Report(x)
		}
	default:
		e.asker.report(e.Point(), r)
	}
}

func (e *runEnv) MayDecide(pc int32) bool {
	return e.op != nil && e.control.Of(e.fn).MayDecide(pc, e.op.PC)
}

func (e *runEnv) MustBeOpen(b envs.Block) bool {
	for h := e.t.held.inner; h != nil; h = h.out {
		if siteBlock(h.site, nil).MustBe(b) {
			return true
		}
	}
	return false
}

func (e *runEnv) Acquired() envs.Point {
	if h := e.t.held.inner; h != nil {
		return h.at
	}
	return envs.Point{}
}

func (e *runEnv) LockPath() *envs.Path {
	if h := e.t.held.inner; h != nil {
		return e.nameOf(&h.hold)
	}
	return nil
}

// nameOf is the name that the frame has for a lock taken in it or below it on
// the stack.
func (e *runEnv) nameOf(h *hold) *envs.Path {
	p := h.path
	for d := int(h.from); d <= e.depth && p != nil; d++ {
		p = p.Into(argsOfOrNil(e.t.frames[d].call))
	}
	return p
}

func (e *runEnv) MustHold(p *envs.Path) bool { return e.certain(p, func(*hold) bool { return true }) }

func (e *runEnv) MustHoldAlone(p *envs.Path) bool {
	return e.certain(p, func(h *hold) bool { return !h.read })
}

// certain reports whether a lock that is held goes by the name p.
func (e *runEnv) certain(p *envs.Path, is func(*hold) bool) bool {
	for h := e.t.held.inner; h != nil; h = h.out {
		if is(&h.hold) && e.isNamed(&h.hold, p) {
			return true
		}
	}
	return false
}

// isNamed reports whether a lock is the one that this frame calls p: whether it goes by that name here,
// or both names go back to one, in the frame that took the lock or in one below that on the stack.
func (e *runEnv) isNamed(h *hold, p *envs.Path) bool {
	if p == nil {
		return false
	}
	if p.Same(e.nameOf(h)) || e.goesBackTo(p, h.path, h.from) {
		return true
	}
	for n := h.also; n != nil; n = n.next {
		if e.goesBackTo(p, n.path, n.from) {
			return true
		}
	}
	return false
}

// goesBackTo reports whether p, a name of this frame, and q, one of the frame below index from, are of one
// object by the arguments of the calls that led here.
func (e *runEnv) goesBackTo(p, q *envs.Path, from int32) bool {
	for d := e.depth; d >= 0 && p != nil && q != nil; d-- {
		if d < int(from) && p.Same(q) {
			return true
		}
		args := argsOfOrNil(e.t.frames[d].call)
		p = p.In(args)
		if d < int(from) {
			q = q.In(args)
		}
	}
	return false
}

func (e *runEnv) MayHold(p *envs.Path) bool {
	for h := e.t.held.inner; h != nil; h = h.out {
		if q := e.nameOf(&h.hold); p == nil || q == nil || q.Same(p) {
			return true
		}
	}
	return false
}

func (e *runEnv) Lock() envs.Lock                     { return e.lock }
func (e *runEnv) MayBeSame(a, b envs.Lock) bool       { return a == b }
func (e *runEnv) MustBeSame(a, b envs.Lock) bool      { return a == b && a != 0 }
func (e *runEnv) MustRetake() bool                    { return e.again }
func (e *runEnv) LockSets() *lockset.Table[envs.Lock] { return e.w.ids.table }
func (e *runEnv) LockName(l envs.Lock) string         { return e.w.ids.lockName(l) }
func (e *runEnv) MustLocks() envs.LockSet             { return e.w.lockSet(e.t) }

func (e *runEnv) MayLocks() ([]envs.HeldLock, bool) {
	around := e.w.lockSet(e.t)
	if e.op != nil && (e.op.Kind == envs.Acquire && !e.again || e.op.Kind == envs.Wait) {
		around = e.w.ids.table.Must().Clear(around, e.lock)
	}
	return e.t.held.list(e.w.ids.table.Must(), around), true
}

func (e *runEnv) MayHoldAny() bool  { return e.t.held.n > 0 }
func (e *runEnv) MustHoldAny() bool { return e.t.held.n > 0 }

func (e *runEnv) MayEnd() bool {
	return e.depth == 0 && e.op != nil && e.op.Kind == envs.Return && e.w.starts[e.fn.ID]
}

func (e *runEnv) MustStart() bool { return e.depth == 0 && e.w.starts[e.fn.ID] }

func (e *runEnv) Variable() envs.Variable {
	e.want(Accesses, "Variable")
	return e.variable
}
func (e *runEnv) VariableName(v envs.Variable) string { return e.w.ids.variableName(v) }

func (e *runEnv) MayRace() []envs.Access {
	e.want(Order, "MayRace")
	if e.variable == 0 {
		return nil
	}
	return e.w.memory.racing
}

func (e *runEnv) MayComeLater() ([]envs.Access, bool) {
	e.want(Sequence, "MayComeLater")
	if e.variable == 0 || e.w.sequenced() {
		return nil, true
	}
	return e.w.memory.racing, len(e.w.memory.racing) < maxRacing
}

// Excluded asks the clocks before the locks. A lock that both threads hold has mostly ordered them. It
// has not if another thread gave it back in between: then nothing kept its holder from going on.
func (e *runEnv) Excluded(a envs.Access) envs.Exclusion {
	e.want(Order, "Excluded")
	if x := harmless(e, e.op, a); x != envs.NotExcluded {
		return x
	}
	if e.w.memory.races(a) {
		return envs.NotExcluded
	}
	if x := protected(e, e.w.lockSet(e.t), a); x != envs.NotExcluded {
		return x
	}
	return envs.Ordered
}

func (e *runEnv) Segment() envs.Segment {
	e.want(Segments, "Segment")
	if e.segment != nil {
		return envs.SegmentOf(e.segment)
	}
	return envs.SegmentOf(segmentOf(e.t))
}

func (e *runEnv) MayOverlap(a, b envs.Segment) bool {
	x, ok := a.Of().(*segment)
	y, known := b.Of().(*segment)
	return !ok || !known || x.overlaps(y)
}

// want panics if a checker has not said that it asks this question.
func (e *runEnv) want(n Needs, question string) {
	if !e.asker.needs.Has(n) {
		panic(unannounced(n, question))
	}
}
