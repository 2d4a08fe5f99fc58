package gosrc

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// callMode says in which role a call stands.
type callMode uint8

const (
	asCall     callMode = iota
	asFork              // go f(x)
	asDefer             // defer f(x), where it stands
	asDeferred          // defer f(x), where it runs
)

// target is what is known of a function that is called.
type target struct {
	model  *model
	known  *function    // if it has a number
	callee *envs.Callee // of calls whose arguments have no paths
	found  *discovery   // if it will get a number
}

// discovery is a function that is not written in the source, such as an instance,
// and that a call has led to.
type discovery struct {
	fn      *ssa.Function
	caller  int32 // the first that calls it
	pc      int32
	callees []*envs.Callee // that are to get its number
}

func (l *lowerer) target(fn *ssa.Function) *target {
	q := &l.quickTargets[hash(addressOf(fn))%uintptr(len(l.quickTargets))]
	if q.fn == fn {
		return q.t
	}
	if t := l.targets[fn]; t != nil {
		q.fn, q.t = fn, t
		return t
	}
	t := &target{model: modelOf(fn), known: l.p.ids[fn]}
	switch {
	case t.known != nil:
		t.callee = t.known.callee
	case fn.Blocks == nil:
		t.callee = &envs.Callee{Name: calleeName(fn), Open: true}
	default:
		t.callee = &envs.Callee{Name: calleeName(fn)}
		t.found = &discovery{fn: fn, caller: l.caller, pc: int32(len(l.ops)), callees: []*envs.Callee{t.callee}}
		l.found = append(l.found, t.found)
	}
	l.targets[fn] = t
	return t
}

func calleeName(fn *ssa.Function) string {
	if recv := fn.Signature.Recv(); recv != nil {
		return shortMethod(recv.Type(), fn.Name())
	}
	return fn.Name()
}

// callee is a resolved call: either fn is set, or method, or nothing is known.
type callee struct {
	fn       *ssa.Function
	method   *types.Func
	recv     ssa.Value   // of a bound method, the receiver
	via      ssa.Value   // how a wrapper gets from its receiver to the one of fn
	bindings []ssa.Value // of a closure made in this frame
}

// resolve finds the function that a value is.
func (l *lowerer) resolve(v ssa.Value) callee { return resolveAt(v, 0) }

func resolveAt(v ssa.Value, depth int) callee {
	if depth > 6 {
		return callee{}
	}
	switch x := v.(type) {
	case *ssa.Function:
		return throughWrapper(x)
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if strings.HasPrefix(fn.Synthetic, "bound method") {
			c := wrapped(fn)
			if c == nil {
				break
			}
			if c.IsInvoke() {
				return callee{method: c.Method, recv: x.Bindings[0]}
			}
			if real, ok := c.Value.(*ssa.Function); ok {
				return callee{fn: real, recv: x.Bindings[0]}
			}
			break
		}
		return callee{fn: fn, bindings: x.Bindings}
	case *ssa.ChangeType:
		return resolveAt(x.X, depth+1)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch a := x.X.(type) {
		case *ssa.Alloc:
			if s := soleStore(a); s != nil {
				return resolveAt(s, depth+1)
			}
		case *ssa.FreeVar:
			if a := capturedVariable(a); a != nil {
				if s := soleStore(a); s != nil {
					c := resolveAt(s, depth+1)
					if c.recv != nil {
						return callee{} // the receiver is in another frame
					}
					c.bindings = nil
					return c
				}
			}
		}
	}
	return callee{}
}

// wrapped is the call that a synthetic function consists of.
func wrapped(fn *ssa.Function) *ssa.CallCommon {
	if len(fn.Blocks) != 1 {
		return nil
	}
	var only *ssa.CallCommon
	for _, i := range fn.Blocks[0].Instrs {
		if c, ok := i.(*ssa.Call); ok && !isBuiltin(&c.Call, "ssa:wrapnilchk") {
			if only != nil {
				return nil
			}
			only = &c.Call
		}
	}
	return only
}

// throughWrapper sees through thunks, wrappers of promoted methods and
// instantiation wrappers.
func throughWrapper(fn *ssa.Function) callee {
	if fn.Synthetic == "" || fn.Blocks == nil {
		return callee{fn: fn}
	}
	thunk := strings.HasPrefix(fn.Synthetic, "thunk") || strings.HasPrefix(fn.Synthetic, "wrapper")
	inst := strings.HasPrefix(fn.Synthetic, "instantiation wrapper")
	if !thunk && !inst {
		return callee{fn: fn}
	}
	c := wrapped(fn)
	if c == nil || c.IsInvoke() {
		return callee{fn: fn}
	}
	real, ok := c.Value.(*ssa.Function)
	if !ok {
		return callee{fn: fn}
	}
	if inst || len(c.Args) > 0 && c.Args[0] == ssa.Value(fn.Params[0]) {
		return callee{fn: real}
	}
	if modelOf(real).effect != plain {
		return callee{fn: real, via: c.Args[0]}
	}
	return callee{fn: fn}
}

// call lowers a call in the given role. v is the value that it defines, if any.
func (l *lowerer) call(site ssa.Instruction, c *ssa.CallCommon, v ssa.Value, mode callMode) {
	if c.IsInvoke() {
		l.invoke(c, c.Method, c.Value, c.Args, v, mode)
		return
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if mode == asCall || mode == asDeferred {
			l.builtin(b.Name(), c.Args, v)
			return
		}
		op := l.operation(mode, v, l.regsOf(c.Args, nil))
		op.Callee = &envs.Callee{Name: b.Name()}
		return
	}
	to := l.resolve(c.Value)
	args := c.Args
	if to.recv != nil {
		args = append([]ssa.Value{to.recv}, args...)
	}
	if to.method != nil {
		l.invoke(c, to.method, to.recv, c.Args, v, mode)
		return
	}
	if to.fn == nil {
		l.callbacks(nil, args, mode)
		uses := l.uses(1 + len(args))
		uses[0] = l.reg(c.Value)
		for i, a := range args {
			uses[1+i] = l.reg(a)
		}
		op := l.operation(mode, v, uses)
		op.Callee = &envs.Callee{Name: l.valueName(c.Value), Open: true, FirstArg: 1}
		return
	}
	t := l.target(to.fn)
	if t.model != none && l.modelled(t, to, args, v, mode) {
		return
	}
	l.callbacks(t.model, args, mode)
	l.callFunc(t, to, args, v, mode)
}

// callFunc emits the operation for a call of a known function.
func (l *lowerer) callFunc(t *target, to callee, args []ssa.Value, v ssa.Value, mode callMode) {
	free := to.bindings
	if free == nil && len(to.fn.FreeVars) > 0 {
		free = make([]ssa.Value, len(to.fn.FreeVars)) // made in another frame
	}
	uses := l.regsOf(args, free)
	op := l.operation(mode, v, uses)
	op.Callee = l.withPaths(t, args, free)
}

func (l *lowerer) regsOf(args, more []ssa.Value) []envs.Reg {
	uses := l.uses(len(args) + len(more))
	for i, a := range args {
		uses[i] = l.reg(a)
	}
	for i, a := range more {
		if a != nil {
			uses[len(args)+i] = l.reg(a)
		} else {
			uses[len(args)+i] = 0
		}
	}
	return uses
}

// operation emits a Call, Fork or Defer.
func (l *lowerer) operation(mode callMode, v ssa.Value, uses []envs.Reg) *envs.Op {
	l.recent = l.recent[:0]
	var op *envs.Op
	switch mode {
	case asFork:
		op = l.emit(envs.Fork)
		op.Uses = uses
	case asDefer:
		op = l.emit(envs.Defer)
		op.Uses = uses
	default:
		if v != nil {
			op = l.results(envs.Call, v, uses)
		} else {
			op = l.emit(envs.Call)
			op.Uses = uses
		}
		if mode == asCall {
			l.handle(op)
		}
	}
	return op
}

// withPaths is t's callee with the paths of the arguments, if one has a path and
// the function has a body in which it can be of use.
func (l *lowerer) withPaths(t *target, args, free []ssa.Value) *envs.Callee {
	if t.known == nil && t.found == nil {
		return t.callee
	}
	var paths []*envs.Path
	for i := range len(args) + len(free) {
		var a ssa.Value
		if i < len(args) {
			a = args[i]
		} else {
			a = free[i-len(args)]
		}
		if a == nil || !canLead(a) {
			continue
		}
		if p := l.path(a); p != nil {
			if paths == nil {
				paths = l.newArgs(len(args) + len(free))
			}
			paths[i] = p
		}
	}
	if paths == nil {
		return t.callee
	}
	c := l.copyCallee(t.callee)
	c.Args = paths
	if t.found != nil {
		t.found.callees = append(t.found.callees, c)
	}
	return c
}

func (l *lowerer) copyCallee(c *envs.Callee) *envs.Callee {
	if len(l.calleeSlab) == 0 {
		l.calleeSlab = make([]envs.Callee, 128)
	}
	q := &l.calleeSlab[0]
	l.calleeSlab = l.calleeSlab[1:]
	*q = *c
	return q
}

func (l *lowerer) newArgs(n int) []*envs.Path {
	if len(l.argSlab) < n {
		l.argSlab = make([]*envs.Path, max(512, n))
	}
	a := l.argSlab[:n:n]
	l.argSlab = l.argSlab[n:]
	return a
}

// canLead reports whether a lock can be reached from v.
func canLead(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	case *ssa.MakeInterface:
		return canLead(v.X)
	}
	switch v.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct:
		return true
	}
	return false
}

// modelled lowers a call of a function with a model; it reports false if the call
// is to be lowered like any other.
func (l *lowerer) modelled(t *target, to callee, args []ssa.Value, v ssa.Value, mode callMode) bool {
	m := t.model
	if mode == asDefer || mode == asFork {
		switch m.effect {
		case acquires, tries, releases, atomicLoads, atomicStores, atomicUpdates:
			// The address may have been folded, so that it has no register.
			p := l.at(args[0])
			uses := l.access(&p, len(args)-1)
			for i, a := range args[1:] {
				uses[1+p.n+i] = l.reg(a)
			}
			l.operation(mode, nil, uses).Callee = t.callee
			return true
		}
		return false
	}
	switch m.effect {
	case acquires, tries, releases:
		l.lockOp(m, args[0], to.via, v)
		return true
	case condWaits:
		uses := l.use1(l.reg(args[0]))
		op := l.emit(envs.Wait)
		op.Uses = uses
		op.Path = l.condLock(args[0], 0)
		l.locking = true
		l.recent = l.recent[:0]
		return true
	case notifies:
		uses := l.use1(l.reg(args[0]))
		l.emit(envs.Notify).Uses = uses
		return true
	case joins:
		l.recent = l.recent[:0]
		if v != nil && width(v) > 0 {
			l.callFunc(t, to, args, v, mode)
		}
		l.emit(envs.Join)
		return true
	case forks:
		l.fork(args[m.arg])
		return true
	case forksLater:
		l.fork(args[m.arg])
		return false
	case atomicLoads, atomicStores, atomicUpdates:
		l.atomicOp(m, args, v)
		return true
	}
	return false
}

func (l *lowerer) lockOp(m *model, mu, via ssa.Value, v ssa.Value) {
	p := l.at(mu)
	uses := l.access(&p, 0)
	var op *envs.Op
	switch m.effect {
	case acquires:
		op = l.emit(envs.Acquire)
	case tries:
		if v == nil {
			op = l.emit(envs.TryAcquire)
			op.Dst, op.Results = l.regs.temp(1), 1
		} else {
			op = l.result(envs.TryAcquire, v, nil)
		}
	case releases:
		op = l.emit(envs.Release)
	}
	op.Uses = uses
	op.Flags |= m.flags
	if fromRLocker(mu, 0) {
		op.Flags |= envs.Shared
	}
	path := l.path(mu)
	if via != nil && path != nil {
		if steps, ok := stepsFrom(via); ok {
			q := *path
			q.Steps += steps
			q.Text += steps
			path = &q
		} else {
			path = nil
		}
	}
	op.Path = path
	l.locking = true
	l.recent = l.recent[:0]
}

// stepsFrom are the fields followed from a wrapper's receiver to v.
func stepsFrom(v ssa.Value) (string, bool) {
	steps := ""
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.Parameter, *ssa.Alloc:
			return steps, true
		case *ssa.FieldAddr:
			s := structOf(x.X.Type())
			if s == nil {
				return "", false
			}
			steps = "." + s.Field(x.Field).Name() + steps
			v = x.X
		case *ssa.Field:
			s := structOf(x.X.Type())
			if s == nil {
				return "", false
			}
			steps = "." + s.Field(x.Field).Name() + steps
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Call:
			if !isBuiltin(&x.Call, "ssa:wrapnilchk") {
				return "", false
			}
			v = x.Call.Args[0]
		default:
			return "", false
		}
	}
	return "", false
}

// fromRLocker reports whether v is the read side of a lock as a Locker.
func fromRLocker(v ssa.Value, depth int) bool {
	switch x := v.(type) {
	case *ssa.Call:
		fn := x.Call.StaticCallee()
		return fn != nil && isRLocker(fn)
	case *ssa.ChangeInterface:
		return depth < 4 && fromRLocker(x.X, depth+1)
	case *ssa.UnOp:
		if a := capturedVariable(x.X); a != nil && x.Op == token.MUL && depth < 4 {
			if s := soleStore(a); s != nil {
				return fromRLocker(s, depth+1)
			}
		}
	}
	return false
}

// fork lowers the start of a goroutine that executes the function value f.
func (l *lowerer) fork(f ssa.Value) {
	to := l.resolve(f)
	switch {
	case to.fn != nil:
		var args []ssa.Value
		if to.recv != nil {
			args = []ssa.Value{to.recv}
		}
		l.callFunc(l.target(to.fn), to, args, nil, asFork)
	default:
		uses := l.use1(l.reg(f))
		op := l.operation(asFork, nil, uses)
		op.Callee = &envs.Callee{Name: l.valueName(f), Open: true, FirstArg: 1}
	}
}

// callbacks writes the calls that a callee makes of functions handed to it, as
// calls that may happen: once, or again and again.
func (l *lowerer) callbacks(m *model, args []ssa.Value, mode callMode) {
	if mode == asDefer || mode == asFork {
		return
	}
	known := m != nil && (m.effect == callsOften || m.effect == callsOnce)
	for i, a := range args {
		if !known && !isYield(a) {
			continue
		}
		switch a.(type) {
		case *ssa.MakeClosure, *ssa.Function, *ssa.ChangeType, *ssa.UnOp:
		default:
			continue
		}
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		loop := true
		switch {
		case known && m.effect == callsOften:
		case known && m.effect == callsOnce && m.arg == i:
			loop = false
		case isYield(a):
		default:
			continue
		}
		to := l.resolve(a)
		if to.fn == nil || to.fn.Blocks == nil {
			continue
		}
		l.maybe(loop, func() {
			params := make([]ssa.Value, 0, len(to.fn.Params))
			if to.recv != nil {
				params = append(params, to.recv)
			}
			for len(params) < len(to.fn.Params) {
				params = append(params, nil)
			}
			l.callUnknown(to, params)
		})
	}
}

// callUnknown calls a function with arguments of which some are not known.
func (l *lowerer) callUnknown(to callee, args []ssa.Value) {
	all := append(args, to.bindings...)
	if to.bindings == nil {
		all = append(all, make([]ssa.Value, len(to.fn.FreeVars))...)
	}
	uses := l.regsOf(nil, all)
	op := l.operation(asCall, nil, uses)
	op.Callee = l.withPaths(l.target(to.fn), nil, all)
}

// maybe writes operations that are skipped or executed, for no reason that is
// seen; with loop, any number of times.
func (l *lowerer) maybe(loop bool, body func()) {
	at := len(l.ops)
	op := l.emit(envs.Branch)
	list := l.list(int32(at+1), 0)
	op.To = list
	body()
	if loop {
		l.emit(envs.Jump).To = int32(at)
	}
	l.lists[list][1] = int32(len(l.ops))
}

func isYield(v ssa.Value) bool {
	c, ok := v.(*ssa.MakeClosure)
	return ok && c.Fn.(*ssa.Function).Synthetic == "range-over-func yield"
}

// invoke lowers the call of an interface's method.
func (l *lowerer) invoke(c *ssa.CallCommon, m *types.Func, recv ssa.Value, args []ssa.Value, v ssa.Value, mode callMode) {
	if m.Pkg() != nil && m.Pkg().Path() == "sync" && (mode == asCall || mode == asDeferred) {
		switch m.Name() {
		case "Lock":
			l.lockOp(&model{effect: acquires}, recv, nil, v)
			return
		case "Unlock":
			l.lockOp(&model{effect: releases}, recv, nil, v)
			return
		}
	}
	all := make([]ssa.Value, 0, 8)
	all = append(append(all, recv), args...)
	if fn := l.concrete(recv, m); fn != nil {
		to := callee{fn: fn}
		all[0] = recv.(*ssa.MakeInterface).X
		t := l.target(fn)
		if t.model == none || !l.modelled(t, to, all, v, mode) {
			l.callbacks(t.model, all, mode)
			l.callFunc(t, to, all, v, mode)
		}
		return
	}
	l.callbacks(nil, args, mode)
	op := l.operation(mode, v, l.regsOf(all, nil))
	shared := l.p.cha.callee(l.p, m)
	op.Callee = shared
	if len(shared.Funcs) == 0 {
		return
	}
	var paths []*envs.Path
	for i, a := range all {
		if !canLead(a) {
			continue
		}
		if p := l.path(a); p != nil {
			if paths == nil {
				paths = l.newArgs(len(all))
			}
			paths[i] = p
		}
	}
	if paths != nil {
		op.Callee = l.copyCallee(shared)
		op.Callee.Args = paths
	}
}

// concrete is the method that is called on an interface made in this frame.
func (l *lowerer) concrete(recv ssa.Value, m *types.Func) *ssa.Function {
	mi, ok := recv.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	obj, index, _ := types.LookupFieldOrMethod(mi.X.Type(), false, m.Pkg(), m.Name())
	f, ok := obj.(*types.Func)
	if !ok || len(index) != 1 || types.IsInterface(mi.X.Type()) || f.Signature().Recv() == nil {
		return nil
	}
	if _, ptr := mi.X.Type().(*types.Pointer); ptr {
		if _, same := f.Signature().Recv().Type().(*types.Pointer); !same {
			return nil // the receiver is loaded first
		}
	}
	return l.p.prog.FuncValue(f)
}

func (l *lowerer) atomicOp(m *model, args []ssa.Value, v ssa.Value) {
	p := l.at(args[0])
	uses := l.access(&p, len(args)-1)
	for i, a := range args[1:] {
		uses[1+p.n+i] = l.reg(a)
	}
	kind := [...]envs.Kind{atomicLoads: envs.Load, atomicStores: envs.Store, atomicUpdates: envs.Atomic}[m.effect]
	var op *envs.Op
	if v != nil && width(v) > 0 {
		op = l.results(kind, v, uses)
	} else {
		op = l.emit(kind)
		op.Uses = uses
		if kind == envs.Load {
			op.Dst, op.Results = l.regs.temp(1), 1
		}
	}
	if p.loc != nil {
		op.Loc = &p.loc.Loc
		if kind != envs.Load {
			l.written(p.loc)
			l.writtenAround(args[0])
		}
	}
	op.Flags |= envs.Volatile | p.flags()
}
