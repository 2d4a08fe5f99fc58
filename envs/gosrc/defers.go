package gosrc

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// deferred is one defer statement of the function, or of the body of one of its
// range-over-func loops.
type deferred struct {
	instr *ssa.Defer
	inner bool   // in the body of a range-over-func loop
	loop  bool   // may have been executed several times
	reach []bool // by block index: control may get there after it
}

// findDefers lists the function's defer statements in reverse postorder.
func (l *lowerer) findDefers() {
	for _, b := range l.order {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.Defer); ok {
				l.defers = append(l.defers, l.deferredAt(d))
			}
			if c, ok := i.(*ssa.MakeClosure); ok && synthetic.IsYield(c.Fn.(*ssa.Function)) {
				l.findInner(c.Fn.(*ssa.Function), c, 0)
			}
		}
	}
}

// findInner lists the defer statements in the body of a range-over-func loop,
// which run when the function that contains the loop returns.
func (l *lowerer) findInner(fn *ssa.Function, at *ssa.MakeClosure, depth int) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Defer:
				d := &deferred{instr: i, inner: true, loop: true, reach: l.reachFrom(at.Block())}
				d.reach[at.Block().Index] = true
				l.defers = append(l.defers, d)
			case *ssa.MakeClosure:
				if f := i.Fn.(*ssa.Function); synthetic.IsYield(f) && depth < 8 {
					l.findInner(f, at, depth+1)
				}
			}
		}
	}
}

func (l *lowerer) deferredAt(d *ssa.Defer) *deferred {
	reach := l.reachFrom(d.Block())
	loop := reach[d.Block().Index]
	reach[d.Block().Index] = true
	return &deferred{instr: d, loop: loop, reach: reach}
}

// reachFrom marks the blocks that can be reached from the end of b.
func (l *lowerer) reachFrom(b *ssa.BasicBlock) []bool {
	reach := make([]bool, len(l.rank))
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if !reach[s.Index] {
				reach[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return reach
}

// runDefers writes out, in reverse order, what was deferred on some way to exit.
func (l *lowerer) runDefers(exit ssa.Instruction) {
	for i := len(l.defers) - 1; i >= 0; i-- {
		d := l.defers[i]
		b := exit.Block()
		if !d.reach[b.Index] {
			continue
		}
		certain := !d.inner && d.instr.Block().Dominates(b)
		from := len(l.ops)
		l.runDeferred(d, certain)
		if l.rec != nil {
			l.rec.deferred(exit, d.instr, from, len(l.ops))
		}
	}
}

// runDeferred writes one deferred operation: as it is, or to be skipped, or in a
// loop, for no reason that is seen.
func (l *lowerer) runDeferred(d *deferred, certain bool) {
	switch {
	case certain && d.loop:
		at := len(l.ops)
		l.deferredCall(d, 0)
		op := l.emit(envs.Branch)
		op.To = l.list(int32(at), op.PC+1)
	case certain:
		l.deferredCall(d, 0)
	default:
		l.maybe(d.loop, func() { l.deferredCall(d, envs.Skippable) })
	}
}

func (l *lowerer) deferredCall(d *deferred, flags envs.Flags) {
	from := len(l.ops)
	if d.inner {
		flags = 0 // its Defer is in another frame
		l.innerCall(d)
	} else {
		l.call(d.instr, d.instr.Common(), nil, asDeferred)
	}
	l.deferring(from, slices.Index(l.defers, d)+1, flags)
}

// deferring marks the operations from an index on as those of a defer statement.
func (l *lowerer) deferring(from, number int, flags envs.Flags) {
	for i := from; i < len(l.ops); i++ {
		l.ops[i].Deferred = int32(number)
		l.ops[i].Flags |= flags
	}
}

// innerCall writes a call that was deferred in another frame: its operands are
// not known here but by the paths that this frame has for them.
func (l *lowerer) innerCall(d *deferred) {
	c := d.instr.Common()
	args := c.Args
	fn, method := c.StaticCallee(), c.Method
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	} else {
		to := l.resolve(c.Value)
		if to.fn != nil {
			fn = to.fn
		}
		method = to.method
		if to.recv != nil {
			args = append([]ssa.Value{to.recv}, args...)
		}
	}
	lock := &model{}
	switch {
	case method != nil && method.Pkg() != nil && method.Pkg().Path() == "sync" && method.Name() == "Unlock":
		lock.effect = releases
	case method != nil && method.Pkg() != nil && method.Pkg().Path() == "sync" && method.Name() == "Lock":
		lock.effect = acquires
	case fn != nil:
		lock = l.target(fn).model
	}
	switch lock.effect {
	case acquires, releases:
		kind := envs.Acquire
		if lock.effect == releases {
			kind = envs.Release
		}
		uses := l.use1(0)
		op := l.emit(kind)
		op.Uses = uses
		op.Flags = lock.flags
		op.Path = l.outerPath(args[0])
		l.locking = true
		return
	}
	uses := l.uses(len(args))
	for i := range uses {
		uses[i] = 0
	}
	op := l.emit(envs.Call)
	op.Uses = uses
	switch {
	case fn != nil:
		op.Callee = l.target(fn).callee
	case method != nil:
		op.Callee = &envs.Callee{Name: method.Name(), Full: (*writtenMethod)(method), Open: true}
	default:
		op.Callee = &envs.Callee{Name: callName(c), Full: noName{}, Open: true}
	}
}

// outerPath is the path that this frame has for a value of the body of one of its
// range-over-func loops.
func (l *lowerer) outerPath(v ssa.Value) *envs.Path {
	steps := ""
	for range 2 * maxSteps {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			s := structOf(x.X.Type())
			if s == nil {
				return nil
			}
			steps = "." + s.Field(x.Field).Name() + steps
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FreeVar:
			b := binding(x)
			if b == nil {
				return nil
			}
			v = b
		case *ssa.Global:
			p := *l.path(x)
			p.Steps += steps
			p.Text += steps
			return &p
		case *ssa.Alloc:
			if x.Parent() != l.fn {
				return nil
			}
			p := l.path(x)
			if p == nil {
				return nil
			}
			q := *p
			q.Steps += steps
			q.Text += steps
			return &q
		default:
			return nil
		}
	}
	return nil
}

// unwindsAt reports whether something is to be done in b's calls when they panic:
// a deferred function is waiting that does more than release a lock.
func (l *lowerer) unwindsAt(b *ssa.BasicBlock) bool {
	if b == l.fn.Recover {
		return false
	}
	for _, d := range l.defers {
		if d.reach[b.Index] && !l.onlyReleases(d) {
			return true
		}
	}
	return false
}

func (l *lowerer) onlyReleases(d *deferred) bool {
	c := d.instr.Common()
	if c.IsInvoke() {
		return c.Method.Pkg() != nil && c.Method.Pkg().Path() == "sync" && c.Method.Name() == "Unlock"
	}
	to := l.resolve(c.Value)
	if to.method != nil {
		return to.method.Pkg() != nil && to.method.Pkg().Path() == "sync" && to.method.Name() == "Unlock"
	}
	return to.fn != nil && l.target(to.fn).model.effect == releases
}

// handle marks an operation that throws while deferred functions are waiting.
func (l *lowerer) handle(op *envs.Op) {
	if l.unwinding {
		l.handled = append(l.handled, op.PC)
	}
}

// emitHandler writes what happens when a panic unwinds the frame: each of the
// deferred functions may run; then, if one of them may recover, the function
// returns by its recover block, or the panic goes on.
func (l *lowerer) emitHandler() {
	l.unwinding = false
	catch := l.emit(envs.Catch)
	entry := catch.PC
	value := l.regs.temp(1)
	catch.Dst, catch.Results = value, 1
	for _, pc := range l.handled {
		l.ops[pc].Handler = entry
	}
	recovers := false
	for i := len(l.defers) - 1; i >= 0; i-- {
		d := l.defers[i]
		from := len(l.ops)
		l.maybe(d.loop, func() { l.deferredCall(d, envs.Skippable) })
		if l.rec != nil {
			l.rec.deferred(nil, d.instr, from, len(l.ops))
		}
		recovers = recovers || l.mayRecover(d)
	}
	back := l.fn.Recover
	if !recovers || back == nil {
		uses := l.use1(value)
		l.emit(envs.Throw).Uses = uses
		return
	}
	op := l.emit(envs.Branch)
	list := l.list(op.PC+2, op.PC+1)
	op.To = list
	uses := l.use1(value)
	l.emit(envs.Throw).Uses = uses
	l.rank[back.Index] = int32(len(l.order))
	l.order = append(l.order, back)
	l.blockPC[back.Index] = int32(len(l.ops))
	l.lowerBlock(back, l.rank[back.Index])
}

// mayRecover reports whether a deferred function stops a panic: it is written in
// the program and calls recover itself, or it is not known.
func (l *lowerer) mayRecover(d *deferred) bool {
	c := d.instr.Common()
	if c.IsInvoke() {
		return true
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "recover"
	}
	to := l.resolve(c.Value)
	if to.fn == nil {
		return true
	}
	if to.fn.Blocks == nil {
		return !l.p.isStd(to.fn)
	}
	for _, b := range to.fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok && isBuiltin(&c.Call, "recover") {
				return true
			}
		}
	}
	return false
}

// isStd reports whether a function without a body is one of the standard library, where
// the path of its package says where it lies: none of these recovers when it is deferred.
func (p *Program) isStd(fn *ssa.Function) bool {
	if fn.Pkg == nil {
		return false
	}
	_, err := os.Stat(filepath.Join(p.names.goroot, "src", filepath.FromSlash(fn.Pkg.Pkg.Path())))
	return err == nil && p.names.goroot != ""
}
