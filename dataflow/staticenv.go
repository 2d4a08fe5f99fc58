package dataflow

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// staticEnv answers a checker's questions during a fixpoint.
type staticEnv struct {
	prog        envs.Program
	contexts    *Contexts
	fn          *envs.Func
	op          *envs.Op
	reports     *reportTable
	pool        reportPool
	locks       *locks // nil in a flat frame
	flat        envs.Block
	opened      bool
	openedBlock envs.Block
	asked       bool // about locks, since it was last set to false
	detailed    bool // the checker has asked for a Detail
	control     controls
	needs       Needs
	mine        bool // nobody else reaches the object that is accessed
	joined      envs.Lock
	joining     int32         // the fact before a Join or Receive
	must        *envs.LockSet // at a site, where it does not change
	recall      recall
	atSite      bool
}

// controls keeps what is known of functions' control dependence.
type controls map[envs.FuncID]*envs.Control

func (c *controls) of(fn *envs.Func) *envs.Control {
	if k, ok := (*c)[fn.ID]; ok {
		return k
	}
	if *c == nil {
		*c = controls{}
	}
	k := envs.ControlOf(fn)
	(*c)[fn.ID] = k
	return k
}

func (v *staticEnv) frame(fn *envs.Func, reports *reportTable) {
	v.fn, v.op, v.reports = fn, nil, reports
}

func (v *staticEnv) point() envs.Point {
	if v.op == nil {
		return envs.At(v.fn.ID, 0)
	}
	return envs.At(v.fn.ID, v.op.PC)
}

func (v *staticEnv) Program() envs.Program { return v.prog }
func (v *staticEnv) Func() *envs.Func      { return v.fn }
func (v *staticEnv) Point() envs.Point     { return v.point() }
func (v *staticEnv) Thread() envs.Thread {
	v.asked = true
	if v.locks == nil || v.locks.follow == nil {
		return 0
	}
	return v.locks.follow.facts.thread[v.locks.fact]
}

func (v *staticEnv) MayBeThread(a, b envs.Thread) bool {
	f := v.contexts.follow
	return f == nil || f.facts.mayBeSame(a, b)
}

func (v *staticEnv) MustBeThread(a, b envs.Thread) bool {
	f := v.contexts.follow
	return f != nil && a == b && a > 0 && f.facts.ids[a-1].IsUnique()
}

func (v *staticEnv) Detail() *envs.Detail {
	v.detailed = true
	if v.op == nil {
		return envs.NoDetail
	}
	return v.prog.Detail(v.point())
}
func (v *staticEnv) MayFail(*envs.Check) bool              { return true }
func (v *staticEnv) MustFail(*envs.Check) bool             { return false }
func (v *staticEnv) MustDecide() bool                      { return false }
func (v *staticEnv) MayRepeat() bool                       { return true }
func (v *staticEnv) MustBeInOrder() bool                   { return false }
func (v *staticEnv) Known(envs.Term) (machine.Value, bool) { return machine.Value{}, false }

func (v *staticEnv) Block() envs.Block {
	v.asked = true
	if v.locks == nil {
		return v.flat
	}
	return v.locks.block()
}

func (v *staticEnv) MustBeOpen(b envs.Block) bool {
	v.asked = true
	if v.locks == nil {
		return b.MustBe(v.flat)
	}
	if v.locks.many {
		return false
	}
	for i := range v.locks.held {
		h := &v.locks.held[i]
		if !h.maybe && siteBlock(h.site, v.locks.cls.canon).MustBe(b) {
			return true
		}
	}
	return false
}

func (v *staticEnv) Acquired() envs.Point {
	v.asked = true
	if v.locks == nil || len(v.locks.held) == 0 {
		return envs.Point{}
	}
	return v.locks.held[len(v.locks.held)-1].at
}

func (v *staticEnv) LastRelease() envs.Point {
	v.asked = true
	if v.locks == nil {
		return envs.Point{}
	}
	return v.locks.released
}

func (v *staticEnv) LockPath() *envs.Path {
	v.asked = true
	if v.locks == nil || len(v.locks.held) == 0 {
		return nil
	}
	return v.locks.held[len(v.locks.held)-1].path
}

func (v *staticEnv) MayHold(p *envs.Path) bool {
	v.asked = true
	if v.locks == nil {
		return !v.flat.None()
	}
	if v.locks.many {
		return true
	}
	for i := range v.locks.held {
		if h := v.locks.held[i].path; p == nil || h == nil || h.Same(p) {
			return true
		}
	}
	return false
}

func (v *staticEnv) MayDecide(pc int32) bool {
	return v.op != nil && v.control.of(v.fn).MayDecide(pc, v.op.PC)
}

func (v *staticEnv) MustHold(p *envs.Path) bool { return v.certain(p) != nil }

func (v *staticEnv) MustHoldAlone(p *envs.Path) bool {
	h := v.certain(p)
	return h != nil && !h.read
}

// certain is how the lock called p is held, nil if it is not certain that it is.
func (v *staticEnv) certain(p *envs.Path) *hold {
	v.asked = true
	if v.locks == nil || v.locks.many {
		return nil
	}
	if i := v.locks.held.find(p, 0); i >= 0 && !v.locks.held[i].maybe {
		return &v.locks.held[i]
	}
	return nil
}

func (v *staticEnv) MayShare() bool {
	if v.op == nil || v.op.Is(envs.Local) {
		return v.op == nil
	}
	if v.locks == nil || v.locks.follow == nil || v.needs&(Accesses|Order) == 0 {
		return true
	}
	v.asked = true
	return !v.mine && !v.locks.follow.facts.alone(v.locks.fact)
}

func (v *staticEnv) MustPrecede() bool { return !v.MayShare() }
func (v *staticEnv) MayReach() bool    { return v.MayShare() }

func (v *staticEnv) MayWrite() bool {
	if v.op == nil || v.op.Loc == nil || v.op.Loc.Final {
		return v.op == nil || v.op.Loc == nil
	}
	if !v.op.Loc.Apart || v.needs&(Accesses|Order) == 0 {
		return true
	}
	v.asked = true
	return v.contexts.accesses.writes[v.op.Loc]
}

func (v *staticEnv) Variable() envs.Variable {
	v.want(Accesses, "Variable")
	return v.variable()
}

func (v *staticEnv) variable() envs.Variable {
	if v.op == nil || !v.op.Accesses() || v.op.Splits() {
		return 0
	}
	return v.contexts.ids.variable(v.op.Loc)
}
func (v *staticEnv) VariableName(x envs.Variable) string { return v.contexts.ids.variableName(x) }

func (v *staticEnv) MayBeSame(a, b envs.Lock) bool {
	if a < 0 || b < 0 {
		return v.mayMeet(a, b)
	}
	return v.contexts.ids.mayBeSame(a, b)
}
func (v *staticEnv) MustBeSame(a, b envs.Lock) bool {
	if a < 0 {
		return a == b && v.contexts.follow.facts.ids[-a-1].IsUnique()
	}
	return v.contexts.ids.mustBeSame(a, b)
}
func (v *staticEnv) LockSets() *lockset.Table[envs.Lock] { return v.contexts.ids.table }
func (v *staticEnv) LockName(l envs.Lock) string {
	if l < 0 {
		return threadName
	}
	return v.contexts.ids.lockName(l)
}

func (v *staticEnv) MustLocks() envs.LockSet {
	v.want(LockSets, "MustLocks")
	return v.mustLocks()
}

func (v *staticEnv) MustRetake() bool {
	v.asked = true
	if v.locks == nil || v.locks.many || v.op == nil || v.op.Kind != envs.Acquire {
		return false
	}
	i := v.locks.held.find(v.op.Path, 0)
	return i >= 0 && !v.locks.held[i].maybe && v.locks.held[i].count > 1
}

func (v *staticEnv) MayEnd() bool {
	v.asked = true
	if v.op == nil || v.op.Kind != envs.Return || !v.contexts.mayStart(v.fn.ID) {
		return false
	}
	inherits := func(h hold) bool { return h.from > 0 }
	return v.locks == nil && v.flat.None() || v.locks != nil && !slices.ContainsFunc(v.locks.held, inherits)
}

func (v *staticEnv) MustStart() bool { return v.contexts.mustStart(v.fn.ID) }

// MayComeLater has them all: over all paths nothing is shown in order.
func (v *staticEnv) MayComeLater() ([]envs.Access, bool) { return v.MayRace(), true }

func (v *staticEnv) MayRace() []envs.Access {
	v.want(Order, "MayRace")
	x := v.variable()
	if x == 0 || !v.MayShare() {
		return nil
	}
	q := asking{v: x, write: v.op.Writes(), atomic: v.op.Synchronises()}
	if v.locks != nil {
		q.fact = v.locks.fact
	}
	return v.contexts.race(q)
}

func (v *staticEnv) Excluded(a envs.Access) envs.Exclusion {
	v.want(Order, "Excluded")
	if x := harmless(v, v.op, a); x != envs.NotExcluded {
		return x
	}
	if d, ok := v.prog.(envs.Dividing); ok && d.Divided(v.Point(), a.At) {
		return envs.ThreadLocal
	}
	if !v.MayOverlap(v.segment(), a.Segment) {
		return envs.Ordered
	}
	return protected(v, v.mustLocks(), a)
}

func (v *staticEnv) Segment() envs.Segment {
	v.want(Segments, "Segment")
	return v.segment()
}

func (v *staticEnv) segment() envs.Segment {
	v.asked = true
	if v.locks == nil || v.locks.fact == 0 {
		return envs.Segment{}
	}
	if v.op != nil && (v.op.Kind == envs.Join || v.op.Kind == envs.Receive) && v.joining != 0 {
		return envs.SegmentOf(v.joining)
	}
	return envs.SegmentOf(v.locks.fact)
}

func (v *staticEnv) MayOverlap(a, b envs.Segment) bool {
	x, ok := a.Of().(int32)
	y, known := b.Of().(int32)
	return !ok || !known || v.contexts.follow.facts.mayOverlap(x, y)
}

// want panics if a checker has not said that it asks this question.
func (v *staticEnv) want(n Needs, question string) {
	if !v.needs.Has(n) {
		panic(unannounced(n, question))
	}
}

func (v *staticEnv) Report(r envs.Report) {
	if v.op != nil {
		if tell := r.Tell; tell != nil {
			told := r // whoever tells may keep its address: r itself would be allocated for each report
			told.Tell = nil
			tell(v, &told)
			r = told
		}
		v.reports.add(v.op.PC, v.pool.number(&r))
	}
}
