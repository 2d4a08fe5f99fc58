package stale

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/guards"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
)

// The relaxed mode. Nine in ten of the stale values that are defects in real Go code are not
// written anywhere: they decide whether something is written (check, then act). So it follows both
// what a value flows into and what it decides, and looks at the whole program for what protects what.

// relaxed is the checker's part that has the relaxed mode.
type relaxed struct {
	opts Options
	guards.Book
	made map[envs.FuncID][][]int32 // by register: the operations that define it
}

// gathers reports whether this pass is only for the Book.
func (c *relaxed) gathers(env envs.Env) bool { return env.MayRepeat() && !c.Settled() }

// gather notes what an operation accesses.
func (c *relaxed) gather(env envs.Env, op *envs.Op) {
	if op.Kind == envs.Call || op.Kind == envs.Fork {
		c.Calls(env, op, c.own(env, op))
		if m, ok := c.mapOf(env, op); ok && m.method != "Load" && m.method != "Range" {
			c.Access(env, m.loc, true, false)
		}
	}
	if op.Accesses() && !c.private(env, op) {
		loc, found := c.classOf(env, op)
		constant := op.Kind == envs.Store && op.Value() == 0 && !found
		c.Access(env, loc, op.Writes(), constant)
		if found && op.Writes() && op.Loc != loc {
			c.Access(env, op.Loc, true, constant)
		}
	}
}

func (c *relaxed) entry(env envs.Env, fn *envs.Func) *flow {
	f := &flow{}
	if !env.Block().None() || fn.Locking() {
		for i, r := range fn.Params[:min(len(fn.Params), 32)] {
			f.vals = put(f.vals, int32(r), readings{{from: fromCaller, param: int32(i), at: -1, gone: -1}})
		}
	}
	return f
}

func (c *relaxed) step(env envs.Env, op *envs.Op, f *flow) {
	c.gather(env, op)
	switch op.Kind {
	case envs.Release, envs.Wait:
		c.released(env, op, f)
	case envs.Acquire, envs.TryAcquire, envs.Notify, envs.Nop, envs.Jump, envs.Return:
		if op.Results == 0 {
			return
		}
		f.set(op, nil)
	case envs.Load:
		f.set(op, c.load(env, op))
	case envs.Store, envs.Atomic:
		c.store(env, op, f)
		f.set(op, updated(env, op))
	case envs.Compute, envs.Addr:
		f.set(op, computed(env, op, f))
	case envs.Const:
		f.set(op, chosen(env, f))
	case envs.Move:
		f.set(op, c.moved(env, f, op.Uses[0]))
	case envs.Branch, envs.Switch:
		if rs := f.all(op.Uses); len(rs) > 0 || len(f.decided) > 0 {
			f.decided = put(f.decided, op.PC, rs)
		}
	case envs.Call:
		rs := c.mapCall(env, op, f)
		f.set(op, rs)
	default:
		f.set(op, nil)
	}
}

// computed is what a result derives from. In a sum, what is stale is added to what is fresh.
func computed(env envs.Env, op *envs.Op, f *flow) readings {
	rs := f.all(op.Uses)
	if op.Kind != envs.Compute || len(op.Uses) != 2 || len(rs) < 2 {
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

// to is what the readings rs are when they are added to a value that derives from others: if that is
// fresh, they are no more than a change of it.
func (rs readings) to(others readings) readings {
	if !slices.ContainsFunc(others, func(o *reading) bool { return o.from == underLock && o.gone < 0 }) {
		return rs
	}
	return rs.each(func(r *reading) *reading {
		if r.from != underLock || r.gone < 0 || r.added {
			return r
		}
		n := *r
		n.added = true
		return &n
	})
}

// moved is what a value derives from where it is moved or returned. Whether it is a constant is seen
// in the function, not by what it derives from: on another path that may be something else.
func (c *relaxed) moved(env envs.Env, f *flow, r envs.Reg) readings {
	rs := f.get(r)
	if by := c.makerOf(env, r); r == 0 || by != nil && by.Kind == envs.Const {
		rs = rs.join(chosen(env, f))
	}
	return rs
}

// chosen is what a constant derives from: what decided that it is this one.
func chosen(env envs.Env, f *flow) (rs readings) {
	for _, d := range f.decided {
		if env.MayDecide(d.of) {
			rs = rs.join(d.each(func(r *reading) *reading {
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

// classOf is the class of memory that an access counts as: that of the field or variable in which
// what has the element is found. found says that it is an element.
func (c *relaxed) classOf(env envs.Env, op *envs.Op) (loc *envs.Loc, found bool) {
	if op.Loc == nil || op.Loc.Class != envs.Elem {
		return op.Loc, false
	}
	if by := c.maker(env, op); by != nil && by.Kind == envs.Load && by.Loc != nil && by.Loc.Class != envs.Elem {
		return by.Loc, true
	}
	return op.Loc, true
}

// maker is the operation that made the object which an operation accesses, nil if it is not one of
// this frame.
func (c *relaxed) maker(env envs.Env, op *envs.Op) *envs.Op {
	if len(op.Uses) == 0 {
		return nil
	}
	return c.makerOf(env, op.Uses[0])
}

// makerOf is the operation that made what is in a register.
func (c *relaxed) makerOf(env envs.Env, r envs.Reg) *envs.Op { return c.makerIn(env.Func(), r) }

func (c *relaxed) makerIn(fn *envs.Func, r envs.Reg) *envs.Op {
	for range maxMoves {
		defs := c.defined(fn, r)
		if len(defs) == 0 {
			return nil
		}
		op := &fn.Ops[defs[len(defs)-1]]
		if op.Kind != envs.Move {
			return op
		}
		r = op.Uses[0]
	}
	return nil
}

// defined are the operations of a function that define a register, ascending.
func (c *relaxed) defined(fn *envs.Func, r envs.Reg) []int32 {
	made, ok := c.made[fn.ID]
	if !ok {
		made = make([][]int32, fn.Regs)
		for i := range fn.Ops {
			for r := range envs.Reg(fn.Ops[i].Results) {
				made[fn.Ops[i].Dst+r] = append(made[fn.Ops[i].Dst+r], int32(i))
			}
		}
		if c.made == nil {
			c.made = map[envs.FuncID][][]int32{}
		}
		c.made[fn.ID] = made
	}
	if r == 0 {
		return nil
	}
	return made[r]
}

// maxMoves is how many moves are followed to where an object was made.
const maxMoves = 4

// private reports whether nobody else is expected to reach what is accessed: it belongs to the
// frame, or to an object that the frame has made.
func (c *relaxed) private(env envs.Env, op *envs.Op) bool {
	if op.Is(envs.Local) || op.Loc == nil {
		return true
	}
	if op.Loc.Class == envs.Elem {
		return len(op.Uses) > 0 && c.mine(env.Func(), op.Uses[0])
	}
	by := c.maker(env, op)
	return by != nil && by.Kind == envs.New && op.Loc.Class == envs.Field
}

// mine reports whether a register can hold no slice or map but one that the function has made, or a part
// of it: what it has put together, or found in one of its own. seen are registers that are looked at already.
func (c *relaxed) mine(fn *envs.Func, r envs.Reg, seen ...envs.Reg) bool {
	defs := c.defined(fn, r)
	if len(defs) == 0 || len(seen) > maxMine {
		return false
	}
	seen = append(seen, r)
	for _, pc := range defs {
		op := &fn.Ops[pc]
		switch {
		case op.Kind == envs.New || op.Kind == envs.Const:
			continue
		case len(op.Uses) == 0:
			return false
		case op.Kind == envs.Move || op.Kind == envs.Compute:
		case op.Kind == envs.Load && op.Loc != nil && op.Loc.Class == envs.Elem:
		default:
			return false
		}
		if !slices.Contains(seen, op.Uses[0]) && !c.mine(fn, op.Uses[0], seen...) {
			return false
		}
	}
	return true
}

// maxMine is how many registers are followed to where a slice or map was made.
const maxMine = 8

// own reports whether what is called is called on an object that the frame has made, by itself or by a
// function that does nothing but return what it makes.
func (c *relaxed) own(env envs.Env, op *envs.Op) bool {
	if op.Callee == nil || op.Callee.FirstArg >= len(op.Uses) || op.Kind != envs.Call {
		return false
	}
	by := c.makerOf(env, op.Uses[op.Callee.FirstArg])
	if by == nil || by.Kind == envs.New {
		return by != nil
	}
	if by.Kind != envs.Call || by.Callee == nil || by.Callee.Open || len(by.Callee.Funcs) == 0 {
		return false
	}
	for _, f := range by.Callee.Funcs {
		if !c.makes(env, f) {
			return false
		}
	}
	return true
}

// makes reports whether the first result of a function is what it has made, or nothing, wherever it returns.
func (c *relaxed) makes(env envs.Env, f envs.FuncID) bool {
	fn := env.Program().Func(f)
	if fn == nil {
		return false
	}
	some := false
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Return {
			if len(op.Uses) == 0 {
				return false
			}
			by := c.makerIn(fn, op.Uses[0])
			if op.Uses[0] != 0 && (by == nil || by.Kind != envs.New && by.Kind != envs.Const) {
				return false
			}
			some = some || by != nil && by.Kind == envs.New
		}
	}
	return some
}

// baseOf is the frame's name for the object that an operation accesses, nil if it has none.
func baseOf(env envs.Env, op *envs.Op) *envs.Path {
	if b, ok := env.Program().(envs.Based); ok {
		if p := b.Base(env.Point()); p != nil {
			return p
		}
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

// held are the locks that are certainly held.
func held(env envs.Env) (locks []lock) {
	return locksOf(env, func(h *envs.HeldLock) bool { return !h.Maybe })
}

// locksOf are the locks held of which something tells which they are.
func locksOf(env envs.Env, want func(*envs.HeldLock) bool) (locks []lock) {
	all, _ := env.MayLocks()
	for i := range all {
		if h := &all[i]; want(h) && (h.Lock != 0 || h.Path != nil) {
			locks = append(locks, lock{is: h.Lock, path: h.Path, at: h.At, read: h.Read})
		}
	}
	return sorted(locks)
}

// keeps reports whether a lock that was held is among those that may be held now, and nothing says
// that it was taken anew.
func keeps(now []lock, l lock) bool {
	return slices.ContainsFunc(now, func(h lock) bool {
		return h.is == l.is && (h.at == l.at || h.at.IsZero()) && (h.path == nil || l.path == nil || h.path.Same(l.path))
	})
}

// load is what a value that is loaded derives from.
func (c *relaxed) load(env envs.Env, op *envs.Op) readings {
	if c.private(env, op) {
		return nil
	}
	loc, found := c.classOf(env, op)
	replaced := found && loc != op.Loc && !loc.Final // the elements are others then
	if op.Results == 0 || !env.MayShare() || !env.MayWrite() && !replaced {
		return nil
	}
	r := &reading{
		at: op.PC, gone: -1, point: env.Point(), loc: loc, base: baseOf(env, op), locks: held(env),
		claim: c.opts.Handover && op.Is(envs.Handover), found: found,
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
	return readings{{from: byAtomic, at: op.PC, gone: -1, point: env.Point(), loc: op.Loc, base: baseOf(env, op), claim: true}}
}

// released notes what was given back by this operation.
func (c *relaxed) released(env envs.Env, op *envs.Op, f *flow) {
	if len(f.vals)+len(f.decided) == 0 {
		return
	}
	now := locksOf(env, func(*envs.HeldLock) bool { return true })
	f.each(func(r *reading) *reading { return r.after(env, op, now) })
}

// after is the reading when these locks may be left after an operation.
func (r *reading) after(env envs.Env, op *envs.Op, now []lock) *reading {
	var n *reading
	for i, l := range r.locks {
		if l.gone && r.gone == op.PC || keeps(now, l) && !(op.Kind == envs.Wait && env.MayBeSame(l.is, env.Lock())) {
			continue
		}
		if n == nil {
			x := *r
			n = &x
			n.locks = slices.Clone(r.locks)
			n.until(op.PC, env.LastRelease())
		}
		n.locks[i].gone = true
	}
	if n == nil {
		return r
	}
	return n
}

// store judges a write and adds it to what the function writes.
func (c *relaxed) store(env envs.Env, op *envs.Op, f *flow) {
	if c.private(env, op) {
		return
	}
	loc, found := c.classOf(env, op)
	constant := op.Kind == envs.Store && op.Value() == 0 && !found
	a := act{loc: loc, base: baseOf(env, op), constant: constant, found: found, now: held(env)}
	for _, r := range op.Uses[min(1, len(op.Uses)):] {
		a.value = a.value.join(f.get(r))
	}
	if c.opts.Handover {
		f.claimed(a)
	}
	if op.Is(envs.Volatile) {
		if op.Kind == envs.Store {
			a.from = byAtomic
			c.judge(env, op, f, a)
			f.write(env, a, lock{})
		}
		return
	}
	for _, l := range a.now {
		a.under = l
		c.judge(env, op, f, a)
		f.write(env, a, l)
	}
}

// claimed notes that a location was written while it could not have changed since it was read.
func (f *flow) claimed(a act) {
	f.each(func(r *reading) *reading {
		if r.from != underLock || r.gone >= 0 || r.claim || r.loc != a.loc || r.base != nil && a.base != nil && !r.base.Same(a.base) {
			return r
		}
		n := *r
		n.claim = true
		return &n
	})
}

// write adds to what the function writes.
func (f *flow) write(env envs.Env, a act, l lock) {
	w := write{point: env.Point(), from: a.from, lock: l, loc: a.loc, base: a.base, constant: a.constant}
	w.value = params(a.value)
	for _, d := range f.decided {
		if env.MayDecide(d.of) {
			w.decided |= params(d.readings)
			w.checked = w.checked || slices.ContainsFunc(d.readings, func(r *reading) bool { return r.from != fromCaller && r.loc == a.loc })
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
