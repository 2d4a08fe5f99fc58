package expiry

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/blocking/internal/flow"
)

// lostContexts finds returns of a function behind which nobody can cancel a context that it has made and that a thread
// waits for which it has started.
func (f *finder) lostContexts(fn *envs.Func) {
	for _, pc := range f.marked(fn, cancelled, timed) {
		made := &fn.Ops[pc]
		if made.Kind != envs.Call || made.Results != 2 {
			continue
		}
		s := f.ofContext(fn, made)
		if waits := s.waitsIn(fn, made); len(waits) > 0 {
			s.lostContext(fn, made, waits)
		}
	}
}

// ofContext is a search for waits for the end of a context. Where the context is stored to a field, what is called with
// the object may find it there.
func (f *finder) ofContext(fn *envs.Func, made *envs.Op) *search {
	ctx := value{fn.ID, made.Dst}
	s := &search{finder: f, thread: true, doomed: func(v value) doom {
		if v == ctx {
			return onlyWay
		}
		return served
	}}
	for _, pc := range f.storesOf(fn) {
		op := &fn.Ops[pc]
		s.all = s.all || op.Value() != 0 && op.Loc != nil && !op.Loc.Variable &&
			f.root(value{fn.ID, op.Value()}, frame{}) == ctx
	}
	return s
}

// waitsIn are the waits of threads for the end of the context, by the operation of the function that starts the thread.
func (s *search) waitsIn(fn *envs.Func, made *envs.Op) map[int32]sighting {
	waits := map[int32]sighting{}
	for i := range fn.Ops {
		op := &fn.Ops[i]
		if op.Kind != envs.Fork || !surely(op) || !s.table.Leads(fn, made.PC, op.PC) || !s.all && !s.hands(fn, op, frame{}) {
			continue
		}
		s.seen = map[string]bool{}
		s.tell = func(w sighting) {
			if _, known := waits[op.PC]; !known {
				waits[op.PC] = w
			}
		}
		s.enter(fn, op, frame{})
	}
	return waits
}

// lostContext follows the paths from where a context is made.
func (s *search) lostContext(fn *envs.Func, made *envs.Op, waits map[int32]sighting) {
	f, k := s.finder, &keeper{finder: s.finder, fn: fn, made: made, search: s, known: map[string]bool{}}
	if !k.follow() {
		return
	}
	lost := map[int32]int32{} // by return, where the thread was started
	w := flow.Walk[int32]{Flow: f.table.Flow, Func: fn, Step: func(op *envs.Op, started int32) (int32, bool) {
		if _, is := waits[op.PC]; is && started == 0 {
			started = op.PC
		}
		switch {
		case op.PC == made.PC || k.keeps(op) || k.ended(op):
			return started, false
		case op.Kind == envs.Return && started != 0:
			lost[op.PC] = max(lost[op.PC], started)
		}
		return started, true
	}}
	w.Branch = func(_ *envs.Op, conds []envs.Condition, _ bool, started int32) (int32, bool) {
		return started, !slices.ContainsFunc(conds, k.noneIn)
	}
	w.From(made.PC+1, 0, envs.Condition{X: (made.Dst + 1).Term(machine.NoKind), Cmp: machine.Ne})
	if f.prog.Knows().EndsWith(fn.ID) {
		return
	}
	for _, pc := range slices.Sorted(maps.Keys(lost)) {
		at, started, wait := envs.At(fn.ID, pc), lost[pc], waits[lost[pc]]
		timed := f.mark(envs.At(fn.ID, made.PC)) == timed
		f.found.Lost[at] = Loss{envs.At(fn.ID, made.PC), envs.At(fn.ID, started), wait.at, timed}
		if _, known := f.found.Waits[wait.at]; known || timed {
			continue
		}
		told := wait.wait(envs.Evidence{At: envs.At(fn.ID, made.PC), Text: "the context is made"})
		told.Story = append(told.Story, envs.Evidence{At: at, Text: "on a path to here nobody cancels it"})
		f.found.Waits[wait.at] = told
	}
}

// noneIn reports whether a condition says that the function is nil.
func (k *keeper) noneIn(c envs.Condition) bool {
	r, none := c.NilTest()
	return r != 0 && none && k.cancel.regs[r]
}

// A keeper knows who else may have the function that cancels a context, by itself or in an object.
type keeper struct {
	*finder
	fn     *envs.Func
	made   *envs.Op
	search *search // for waits for the context

	cancel holder    // has the function
	object holder    // has it in a field
	field  *envs.Loc // that field
	known  map[string]bool
}

// follow finds out where the function is kept. It is false if somebody has the object before.
func (k *keeper) follow() bool {
	k.cancel, k.object = newHolder(k.made.Dst+1), newHolder(0)
	k.close()
	for i := range k.fn.Ops {
		op := &k.fn.Ops[i]
		if op.Kind != envs.Store || !k.cancel.regs[op.Value()] || op.Value() == 0 || k.cancel.variables[op.Uses[0]] {
			continue
		}
		v := k.root(value{k.fn.ID, op.Uses[0]}, frame{})
		made := k.origin(v)
		if k.field != nil || op.Loc == nil || op.Loc.Class != envs.Field || v.fn != k.fn.ID || made == nil ||
			made.Kind != envs.New {
			return false
		}
		k.object, k.field = newHolder(v.reg), op.Loc
	}
	k.close()
	for i := range k.fn.Ops {
		op := &k.fn.Ops[i]
		if k.field != nil && k.keepsObject(op) && k.table.Leads(k.fn, op.PC, k.made.PC) {
			return false
		}
	}
	return true
}

// close adds all copies.
func (k *keeper) close() {
	for again := true; again; {
		again = false
		for i := range k.fn.Ops {
			op := &k.fn.Ops[i]
			again = k.cancel.add(op) || k.object.add(op) || again
			if k.field != nil && op.Kind == envs.Load && op.Loc == k.field && op.Results == 1 && !k.cancel.regs[op.Dst] {
				k.cancel.regs[op.Dst], again = true, true
			}
		}
	}
}

// keeps reports whether an operation calls the function, or makes that somebody else may.
func (k *keeper) keeps(op *envs.Op) bool {
	direct, variable := k.cancel.uses(op)
	switch op.Kind {
	case envs.Move, envs.Compute, envs.Load, envs.Branch, envs.Switch:
		return false
	case envs.Store:
		direct, variable = direct && op.Loc != k.field && !k.cancel.variables[op.Uses[0]], false
	case envs.New:
		variable = variable && k.kept(op.Dst)
	}
	return direct || variable || k.field != nil && k.keepsObject(op)
}

// keepsObject reports whether an operation makes that somebody else may have the object.
func (k *keeper) keepsObject(op *envs.Op) bool {
	direct, variable := k.object.uses(op)
	if !direct && !variable {
		return false
	}
	switch op.Kind {
	case envs.Move, envs.Compute, envs.Load, envs.Branch, envs.Switch, envs.Addr, envs.Acquire, envs.TryAcquire,
		envs.Release, envs.Wait, envs.Notify, envs.Join:
		return false
	case envs.Store, envs.Atomic:
		return k.object.regs[op.Value()] && op.Value() != 0 && !k.object.variables[op.Uses[0]]
	case envs.New:
		return direct || k.kept(op.Dst)
	case envs.Call, envs.Fork, envs.Defer:
		return k.handsOn(op)
	}
	return true
}

// kept reports whether a closure is used other than by what calls it, which has its variables itself.
func (k *keeper) kept(closure envs.Reg) bool {
	return slices.ContainsFunc(k.fn.Ops, func(op envs.Op) bool { return slices.Contains(op.Uses, closure) })
}

// handsOn reports whether what an operation calls keeps the object.
func (k *keeper) handsOn(op *envs.Op) bool {
	c := op.Callee
	if len(c.Funcs) == 0 {
		return !c.Quiet
	}
	for _, id := range c.Funcs {
		callee := k.prog.Func(id)
		if callee == nil || c.Open || k.keptBy(callee, op) {
			return true
		}
	}
	return false
}

// keptBy reports whether a function that an operation calls keeps the object, or takes the function out of it that
// cancels the context.
func (k *keeper) keptBy(fn *envs.Func, by *envs.Op) (kept bool) {
	in := newHolder(0)
	for i, r := range by.Uses {
		if !k.object.regs[r] && !k.object.variables[r] {
			continue
		}
		if i -= by.Callee.FirstArg; i < 0 || i >= len(fn.Params) {
			return true
		}
		in.regs[fn.Params[i]], in.variables[fn.Params[i]] = k.object.regs[r], k.object.variables[r]
	}
	key := fmt.Sprint(fn.ID, in)
	if kept, known := k.known[key]; known {
		return kept
	}
	k.known[key] = false // of a recursive call
	in.close(fn)
	inner := &keeper{finder: k.finder, fn: fn, object: in, field: k.field, known: k.known}
	kept = slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		return op.Kind == envs.Load && op.Loc == k.field || inner.keepsObject(&op)
	})
	k.known[key] = kept
	return kept
}

// ended reports whether the context is asked whether it is cancelled, or its parent is, or a wait for that is over.
func (k *keeper) ended(op *envs.Op) bool {
	var of envs.Reg
	switch s := k.search; {
	case op.Kind == envs.Call && surely(op) && s.hands(k.fn, op, frame{}):
		callee := k.prog.Func(op.Callee.Funcs[0])
		return callee != nil && !s.returns(callee, []int32{0}, k.entered(k.fn, op, callee, frame{}))
	case op.Kind == envs.Receive && len(op.Uses) == 1:
		v := k.root(value{k.fn.ID, op.Uses[0]}, frame{})
		from, m := k.originMark(v)
		if m != done || v.fn != k.fn.ID {
			return false
		}
		of = argument(from, 0)
	case op.Kind == envs.Call && k.mark(envs.At(k.fn.ID, op.PC)) == failed:
		of = argument(op, 0)
	default:
		return false
	}
	v := k.context(value{k.fn.ID, of}, frame{})
	return v == value{k.fn.ID, k.made.Dst} || v == k.context(value{k.fn.ID, argument(k.made, 0)}, frame{})
}
