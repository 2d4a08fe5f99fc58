package dataflow

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// Options tune the fixpoint engine. The zero Options are good.
type Options struct {
	// WidenDelay is how often a state at a loop head may grow by merging before
	// it is widened; 0 means 2. States without a Widen method are never widened.
	WidenDelay int
	// Thresholds are given to states that widen to thresholds, ascending.
	Thresholds []int64
	// Descend is how many descending rounds follow when a state can narrow; 0
	// means 1, a negative number none.
	Descend int
	// MaxVisits is how often a state may grow at one point before the engine
	// gives up with a DivergenceError; 0 means 10,000.
	MaxVisits int
	// Contexts is what SolveContexts found for the program, if it is to be used
	// again; nil means that Fixpoint solves it.
	Contexts *Contexts
	// Progress, if not nil, is told now and then how many of the roots are done.
	Progress func(done, all int)
}

func (o Options) withDefaults() Options {
	if o.WidenDelay == 0 {
		o.WidenDelay = 2
	}
	if o.Descend == 0 {
		o.Descend = 1
	}
	if o.MaxVisits == 0 {
		o.MaxVisits = 10_000
	}
	return o
}

// Stats tell what the engine did.
type Stats struct {
	Instances int   // functions analysed, times the calling contexts that the checker tells apart
	Visits    int64 // operations stepped over
	Kept      int   // states kept
}

// A Result is what Fixpoint found.
type Result struct {
	Findings []envs.Finding
	Stats    Stats
}

// Fixpoint runs a checker over all paths of a program. The findings are sorted;
// they do not depend on the order in which the engine worked. An error ends the
// analysis: ctx was cancelled (its error), the checker panicked (*PanicError) or
// did not converge (*DivergenceError); what was found up to then is returned
// with it.
func Fixpoint[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, ch Checker[S], opts Options) (*Result, error) {
	return fixpoint(ctx, prog, name, ch, opts, func(*engine[S]) {})
}

func fixpoint[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, name string, ch Checker[S], opts Options, tune func(*engine[S])) (*Result, error) {
	if reflect.TypeFor[S]().Kind() == reflect.Interface {
		return &Result{}, fmt.Errorf("checker %q: its state %v is an interface, whose abilities cannot be known; use a concrete type", name, reflect.TypeFor[S]())
	}
	if err := ctx.Err(); err != nil {
		return &Result{}, err
	}
	opts = opts.withDefaults()
	c := opts.Contexts
	if c != nil && c.prog != prog {
		return &Result{}, fmt.Errorf("checker %q: the contexts are those of another program", name)
	}
	if c == nil {
		var err error
		if c, err = newContexts(prog).needing(ctx, needsOf(ch)); err != nil {
			return &Result{}, err
		}
	}
	c, err := c.needing(ctx, needsOf(ch))
	if err != nil {
		return &Result{}, err
	}
	var e *engine[S]
	for {
		e, err = fixpointOnce(ctx, prog, ch, opts, c, tune, e)
		if r, ok := ch.(Repeater); err != nil || !ok || !r.Again() {
			res, late := e.result(name) // of the last pass only: its findings are those that count
			if err == nil {
				err = late
			}
			return res, err
		}
		if e.retained == nil {
			e = nil
		}
	}
}

// result is what was found. The error is of a report that was to be made later.
func (e *engine[S]) result(name string) (*Result, error) {
	findings, err := e.findings(name)
	res := &Result{Findings: findings}
	res.Stats = Stats{Instances: len(e.insts), Visits: e.visits, Kept: e.keptAll}
	for _, in := range e.insts {
		if in.work != nil {
			res.Stats.Kept += len(in.kept)
		}
	}
	return res, err
}

// fixpointOnce goes through the program, with contexts that are solved. before is the engine of the pass
// before, if there was one.
func fixpointOnce[S lattice.Mergeable[S]](ctx context.Context, prog envs.Program, ch Checker[S], opts Options, c *Contexts, tune func(*engine[S]), before *engine[S]) (*engine[S], error) {
	e := newEngine(ctx, prog, ch, opts)
	e.strat = &checkStratum[S]{c: c}
	e.env.contexts, e.env.needs = c, needsOf(ch)
	e.shapes = c.shapes
	if c.analysis.structured {
		e.can.thrower = nil
	}
	if e.can.contexter == nil {
		e.byFrame = make([]*instance[S], len(c.frames), 2*len(c.frames))
		if e.can.enterer == nil {
			e.anyFrame = make([]*instance[S], prog.NumFuncs())
		}
	}
	tune(e)
	e.retains(before)
	var err error
	roots := c.roots
	if bySites(e, c) {
		err, roots = e.overSites(ctx, c.accesses.sites), nil
	}
	again := e.retained != nil && before != nil
	if again {
		if err = e.resume(); err != nil {
			roots = nil
		}
	}
	if e.pick != nil {
		roots = slices.Clone(roots)
		for n := len(roots); n > 0; n-- {
			draw(roots[:n], e.pick)
		}
	}
	var entered []*instance[S]
	for i, root := range roots {
		in := e.rootAt(root, c.frames[root].fn)
		entered = append(entered, in)
		if err = e.root(in); err != nil {
			break
		}
		if opts.Progress != nil && (i%64 == 0 || i == len(roots)-1) {
			opts.Progress(i+1, len(roots))
		}
	}
	if again && err == nil {
		e.reach(entered)
	}
	return e, err
}

// root enters a root in the checker's own entry state and works until nothing is
// left to do.
func (e *engine[S]) root(in *instance[S]) (err error) {
	defer e.recovered(&err)
	if e.can.enterer != nil {
		e.enter(in, e.entryOf(in))
	} else if !in.begun {
		e.begin(in)
	}
	return e.run()
}

// findings groups all reports by function, kind and cause.
func (e *engine[S]) findings(name string) (_ []envs.Finding, err error) {
	g := newGrouper(e.prog, name)
	for _, m := range e.reported() {
		if failed := e.report(g, m.at, m.number); err == nil {
			err = failed
		}
	}
	finish(e.ch, e.prog, g)
	return g.findings(), err
}

// reportAt is a report of the pool, and where it was made.
type reportAt struct {
	at     envs.Point
	number int32
}

// reported are the reports that count, each once, in the order of the program.
func (e *engine[S]) reported() (list []reportAt) {
	seen := map[reportAt]bool{}
	for _, in := range e.insts {
		for pc, rs := range in.reports.byPC {
			for _, r := range rs {
				if m := (reportAt{envs.At(in.fn.ID, pc), r}); !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b reportAt) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.number, b.number)) })
	return list
}

// report adds a report that was made of an operation. The error is that who is to make it now panicked.
func (e *engine[S]) report(g *grouper, at envs.Point, number int32) (err error) {
	r := e.env.pool.all[number]
	if r.Later == nil {
		g.add(at, r, 0)
		return nil
	}
	defer e.recovered(&err)
	fn := e.prog.Func(at.Func())
	e.env.frame(fn, nil)
	e.env.op = &fn.Ops[at.PC()]
	for _, x := range r.Later(e.env) {
		if x.Tell != nil {
			x.Tell(e.env, &x)
		}
		g.add(at, x, 0)
	}
	return nil
}

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

func (v *staticEnv) Opened() (envs.Block, bool) {
	v.asked = true
	return v.openedBlock, v.opened
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

func (v *staticEnv) mustLocks() envs.LockSet {
	v.asked = true
	ids := v.contexts.ids
	if v.locks == nil || v.locks.many || v.op == nil {
		return ids.table.Must().Empty()
	}
	if v.must != nil {
		return *v.must
	}
	if len(v.locks.held) == 0 {
		return ids.table.Must().Empty()
	}
	base := baseOf(v.prog, v.fn, v.op)
	k, at, ok := v.keyed(base, true)
	if ok && v.recall.must == nil {
		v.recall.must = make([]mustHold, recalled)
	}
	if ok && v.recall.must[at].heldAt == k {
		return v.recall.must[at].set
	}
	set := ids.around(v.prog, base, v.locks.held)
	if v.atSite {
		v.must = &set
	}
	if ok {
		v.recall.must[at] = mustHold{k, set}
	}
	return set
}

func (v *staticEnv) MayLocks() (held []envs.HeldLock, ok bool) {
	v.asked = true
	if v.locks == nil {
		return nil, v.flat.None()
	}
	ok = !v.locks.many
	if len(v.locks.held) == 0 {
		return nil, ok
	}
	ids := v.contexts.ids
	var base *envs.Path
	var before stack
	named := v.needs.Has(LockSets) && ok && v.op != nil
	if named {
		base = baseOf(v.prog, v.fn, v.op)
	}
	k, at, keep := v.keyed(base, named)
	if keep && v.recall.may == nil {
		v.recall.may = make([]mayHold, recalled)
	}
	if keep && v.recall.may[at].heldAt == k {
		return v.recall.may[at].held, v.recall.may[at].ok
	}
	if named {
		before = v.locks.held.before(v.op)
	}
	held = make([]envs.HeldLock, 0, len(v.locks.held))
	for i := range v.locks.held {
		h := &v.locks.held[i]
		none := ids.table.Must().Empty()
		l := envs.HeldLock{Read: h.read, At: h.at, Maybe: h.maybe, Path: h.path, Names: none, Around: none}
		if h.path != nil || h.loc != nil {
			l.Lock = ids.lock(h.path, h.loc)
		}
		if named {
			l.Names = ids.named(l.Names, v.prog, base, h)
			l.Around = ids.around(v.prog, h.path, before)
		}
		held = append(held, l)
		ok = ok && !h.several
	}
	if keep {
		v.recall.may[at] = mayHold{k, held, ok}
	}
	return held, ok
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
	x := excluded(v, v.op, v.mustLocks(), a)
	if (x == envs.NotExcluded || x == envs.CommonLock) && !v.MayOverlap(v.segment(), a.Segment) {
		return envs.Ordered
	}
	return x
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
