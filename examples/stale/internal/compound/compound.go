package compound

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/stale/internal/copies"
	"github.com/seed38182bad/parallax/examples/stale/internal/guards"
)

// Options choose what counts as a report.
type Options struct {
	copies.Options
	// Evidence reports of a run only that for which there is evidence in the run. Such evidence is that another thread
	// writes what was read, and may do so before it is relied on.
	Evidence bool
}

type checker struct {
	opts    Options
	locks   envs.Locks
	blocks  envs.Blocks
	sharing envs.Sharing
	stages  envs.Stages
	guards.Book
	evidence
	sent    copies.Sent[*State] // in register 1
	defs    copies.Definitions
	methods map[*envs.Callee]string // of a sync.Map, empty if it is none
	pointed map[envs.FuncID]pointed
	nested  map[nesting]*envs.Loc
}

// New gives the algorithm.
func New(opts Options) func(*dataflow.Requires) dataflow.Analysis[*State] {
	return func(r *dataflow.Requires) dataflow.Analysis[*State] {
		c := &checker{
			opts: opts, locks: world.Locks.For(r), blocks: world.Blocks.For(r),
			sharing: opts.Sharing(r), stages: dataflow.Stages.For(r), evidence: evidence{strict: opts.Evidence},
		}
		c.Book.Require(r)
		c.evidence.require(r)
		if opts.Channels {
			c.sent.Require(r)
		}
		r.Gather(c)
		return c.analysis()
	}
}

func (c *checker) analysis() dataflow.Analysis[*State] {
	return dataflow.Analysis[*State]{
		Entry: c.Entry, Step: c.Step,
		Return: c.Return,
	}
}

// Again asks for another pass until all is known of what protects what, and of what is sent. What a pass has seen of a
// run is shown to the next one, too.
func (c *checker) Again() bool {
	c.book.Forget()
	gathered := c.Book.Again() // each is asked each time: it also settles what the pass has shown
	return c.sent.Again() || gathered
}

// Forget drops what is known of what is no more.
func (c *checker) Forget(g dataflow.Gone) {
	c.sent.Forget(g)
	c.Book.Forget(g)
	if g.Run {
		c.book.Forget()
	} else if g.Variable != 0 {
		c.book.Drop(g.Variable)
	}
}

// Entry is the state in which parameters hold what the caller knows of them.
func (c *checker) Entry(env envs.Env, fn *envs.Func) *State {
	if !c.stages.Judges() { // this pass is for the guards only
		return nothing
	}
	c.book.Enter(fn)
	f := &State{}
	if !c.blocks.Block().None() || fn.Locking() {
		for i, r := range fn.Params[:min(len(fn.Params), 32)] {
			f.vals.Set(r, readings{{from: fromCaller, param: int32(i), at: -1, gone: -1}})
		}
	}
	return f
}

// Step follows what values derive from, and what that decides, and judges writes.
func (c *checker) Step(env envs.Env, op *envs.Op, f *State) *State {
	c.gather(env, op)
	if !c.stages.Judges() {
		return f
	}
	c.book.Step(op)
	if f == nothing {
		f = &State{}
	}
	switch op.Kind {
	case envs.Release, envs.Wait:
		c.released(op, f)
	case envs.Acquire, envs.TryAcquire, envs.Notify, envs.Nop, envs.Jump:
		if op.Results == 0 {
			return f
		}
		f.set(op, nil)
	case envs.Return:
		return c.handedOver(env, op, f)
	case envs.Load:
		if op.Is(envs.Local) && len(op.Uses) > 0 {
			f.set(op, f.get(op.Uses[0]))
			return f
		}
		f.set(op, c.load(env, op, f))
		c.part(env, op, f)
	case envs.Store, envs.Atomic:
		if op.Is(envs.Local) && len(op.Uses) > 0 {
			f.puts(op)
			return f
		}
		c.store(env, op, f)
		f.set(op, updated(env, op))
	case envs.Compute, envs.Addr:
		f.set(op, computed(env, op, f))
	case envs.Const:
		f.set(op, chosen(env, f))
	case envs.Move:
		f.set(op, c.moved(env, f, op.Uses[0]))
	case envs.Branch, envs.Switch:
		if rs := f.all(op.Uses); len(rs) > 0 || f.decided.Len() > 0 {
			f.decided.Set(op.PC, rs)
		}
	case envs.Call:
		f.set(op, c.mapCall(env, op, f).join(c.addressed(env, op, f)))
	case envs.Send:
		if c.opts.Channels {
			c.sent.Send(given(env, op, f))
		}
		f.set(op, nil)
	case envs.Receive:
		f.set(op, nil)
		if !c.opts.Channels {
			return f
		}
		if got, ok := c.sent.Received(); ok {
			f.received(op, got)
		}
	default:
		f.set(op, nil)
	}
	return f
}

// gather notes what an operation accesses.
func (c *checker) gather(env envs.Env, op *envs.Op) {
	if op.Kind == envs.Call || op.Kind == envs.Fork {
		if !c.Settled() {
			c.Calls(env, op, c.own(env, op), func(r envs.Reg) bool { return c.object(env, r) })
		}
		c.accessed(env, op)
		if m, ok := c.mapOf(env, op); ok && m.method != "Load" && m.method != "Range" {
			c.Access(env, m.loc, true, false)
		}
	}
	if op.Accesses() && !c.private(env, op) {
		loc, found := c.classOf(env, op)
		constant := op.Kind == envs.Store && op.Value() == 0 && !found
		c.Access(env, loc, op.Writes(), constant)
		c.Access(env, c.there(env, op), op.Writes(), constant)
		if found && op.Writes() && op.Loc != loc {
			c.Access(env, op.Loc, true, constant)
		}
	}
}

// computed is what a result derives from. In a sum, what is stale is added to what is fresh.
func computed(env envs.Env, op *envs.Op, f *State) readings {
	rs := f.all(op.Uses)
	if op.Kind != envs.Compute || len(op.Uses) != 2 || len(rs) == 0 {
		return rs
	}
	for _, d := range env.Detail().Defs {
		if d.Of == envs.Whole && d.Op == envs.Binary {
			x, y := f.get(d.X.Reg), f.get(d.Y.Reg)
			switch d.Arith {
			case machine.Add:
				return x.to(y).join(y.to(x))
			case machine.Sub:
				return x.join(y.to(x))
			}
		}
	}
	return rs
}

// to is what the readings rs are when they are added to a value that derives from others. If that is fresh, they are
// no more than a change of it. It has to be fresh on all paths: the more is known of it, the less of rs is added,
// whatever comes first.
func (rs readings) to(others readings) readings {
	if !slices.ContainsFunc(others, func(o *reading) bool { return o.from == underLock && o.gone < 0 && !o.some }) {
		return rs
	}
	return rs.each(func(r *reading) *reading {
		if r.from != underLock || r.added {
			return r
		}
		n := *r
		n.added = true
		return &n
	})
}

// moved is what a value derives from where it is moved or returned. Whether it is a constant is seen
// in the function, not by what it derives from: on another path that may be something else.
func (c *checker) moved(env envs.Env, f *State, r envs.Reg) readings {
	rs := f.get(r)
	if by := c.makerOf(env, r); r == 0 || by != nil && by.Kind == envs.Const {
		rs = rs.join(chosen(env, f))
	}
	return rs
}

// chosen is what a constant derives from: what decided that it is this one.
func chosen(env envs.Env, f *State) (rs readings) {
	for branch, by := range f.decided.All() {
		if env.MayDecide(branch) {
			rs = rs.join(by.each(func(r *reading) *reading {
				if r.from == fromCaller {
					return nil
				}
				if r == many {
					return r
				}
				n := *r
				n.chosen = true
				return &n
			}))
		}
	}
	return rs
}

// baseOf is the frame's name for the object that an operation accesses, nil if it has none.
func baseOf(env envs.Env, op *envs.Op) *envs.Path {
	if p := env.Program().Knows().BaseAt(env.Point()); p != nil {
		return p
	}
	return objectOf(env.Func(), op)
}

// objectOf is the register in which an operation finds the object that it accesses.
func objectOf(fn *envs.Func, op *envs.Op) *envs.Path {
	if len(op.Uses) == 0 {
		return nil
	}
	r := op.Uses[0]
	if i := slices.Index(fn.Params, r); i >= 0 && fn.Strict {
		return &envs.Path{Root: envs.AtParam, Reg: envs.Reg(i)}
	}
	if r == 0 && op.Loc != nil {
		return &envs.Path{Root: envs.AtGlobal, Global: op.Loc.Name}
	}
	return &envs.Path{Root: envs.AtReg, Reg: r}
}

// load is what a value that is loaded derives from.
func (c *checker) load(env envs.Env, op *envs.Op, f *State) readings {
	if c.private(env, op) {
		return nil
	}
	loc, found := c.classOf(env, op)
	replaced := found && loc != op.Loc && !loc.Final // the elements are others then
	if op.Results == 0 || !c.sharing.MayReach() || !c.sharing.MayWrite() && !replaced {
		return nil
	}
	taken := c.opts.Handover && op.Is(envs.Handover)
	r := &reading{
		at: op.PC, gone: -1, point: env.Point(), loc: loc, there: c.there(env, op), base: baseOf(env, op),
		locks: held(c.locks), claim: taken, tried: taken, found: found, within: len(op.Uses) > 0 &&
			slices.ContainsFunc(f.get(op.Uses[0]), (*reading).element), seen: c.seen(op, loc, f),
	}
	switch {
	case op.Is(envs.Volatile):
		r.from = byAtomic
	case len(r.locks) == 0:
		return nil
	}
	return readings{r}
}

// updated is what the result of an atomic update derives from. Nobody comes between what it reads
// and what it writes: it is a claim.
func updated(env envs.Env, op *envs.Op) readings {
	if op.Kind != envs.Atomic || op.Loc == nil {
		return nil
	}
	return readings{{from: byAtomic, at: op.PC, gone: -1, point: env.Point(), loc: op.Loc, base: baseOf(env, op),
		claim: true}}
}

// store judges a write and adds it to what the function writes.
func (c *checker) store(env envs.Env, op *envs.Op, f *State) {
	if c.private(env, op) {
		return
	}
	c.wrote(env)
	loc, found := c.classOf(env, op)
	constant := op.Kind == envs.Store && op.Value() == 0 && !found
	a := act{point: env.Point(), loc: loc, there: c.there(env, op), base: baseOf(env, op), constant: constant,
		found: found, nothing: op.Value() == 0, now: held(c.locks)}
	for _, r := range op.Uses[min(1, len(op.Uses)):] {
		a.value = a.value.join(f.get(r))
	}
	if c.opts.Handover {
		f.claimed(a)
	}
	if op.Is(envs.Volatile) {
		if op.Kind == envs.Store {
			a.from, a.when = byAtomic, c.taken(lock{})
			c.judge(env, op, f, a)
			f.write(env, a, lock{})
		}
		return
	}
	for _, l := range a.now {
		a.under, a.when = l, c.taken(l)
		c.judge(env, op, f, a)
		f.write(env, a, l)
	}
}

// claimed notes that a location was written while it could not have changed since it was read. That holds on all
// paths, or on some, in a section that begins where the one did that read it.
func (f *State) claimed(a act) {
	f.each(func(r *reading) *reading {
		if r.from != underLock || r.loc != a.loc || r.base != nil && a.base != nil && !r.base.Same(a.base) {
			return r
		}
		tried := r.tried || slices.ContainsFunc(r.locks, func(l lock) bool {
			return slices.ContainsFunc(a.now, func(h lock) bool { return h.is == l.is && h.at == l.at })
		})
		claim := r.claim || r.gone < 0
		if claim == r.claim && tried == r.tried {
			return r
		}
		n := *r
		n.claim, n.tried = claim, tried
		return &n
	})
}

// write adds to what the function writes.
func (f *State) write(env envs.Env, a act, l lock) {
	w := write{point: a.point, from: a.from, lock: l, loc: a.loc, there: a.there, base: a.base, constant: a.constant,
		found: a.found && !a.nothing, when: a.when}
	w.value = params(a.value)
	for branch, by := range f.decided.All() {
		if env.MayDecide(branch) {
			w.decided |= params(by)
			w.checked = w.checked || slices.ContainsFunc(by,
				func(r *reading) bool { return r == many || r.from != fromCaller && r.loc == a.loc })
		}
	}
	f.writes = joinWrites(f.writes, []write{w})
}

// params are the parameters among readings.
func params(rs readings) (mask uint32) {
	for _, r := range rs {
		if r.from == fromCaller {
			mask |= 1 << r.param
		}
	}
	return mask
}
