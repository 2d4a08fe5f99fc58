package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// deferred is one defer statement of the function, or of the body of one of its range-over-func loops.
type deferred struct {
	instr  *ssa.Defer
	inner  bool           // in the body of a range-over-func loop
	loop   bool           // may have been executed several times
	acts   bool           // does more than release a lock
	unsure bool           // a panic may unwind the frame where it was not executed
	reach  local.BlockSet // control may get there after it
}

// findDefers lists the function's defer statements in reverse postorder.
func (l *lowerer) findDefers() {
	for _, b := range l.order {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Defer:
				d := &deferred{instr: x, reach: local.Reach(b, nil)}
				d.loop = d.reach.Has(b)
				d.reach.Add(b)
				l.defers = append(l.defers, d)
			case *ssa.MakeClosure:
				if local.IsYield(x) {
					l.findInner(x.Fn.(*ssa.Function), x, 0)
				}
			}
		}
	}
	for _, d := range l.defers {
		d.acts = !l.onlyReleases(d)
		l.acts = l.acts || d.acts
	}
}

// findInner lists the defer statements in the body of a range-over-func loop, which run when the function that
// contains the loop returns.
func (l *lowerer) findInner(fn *ssa.Function, at *ssa.MakeClosure, depth int) {
	for i := range walk.Instrs(fn) {
		switch i := i.(type) {
		case *ssa.Defer:
			d := &deferred{instr: i, inner: true, loop: true, reach: local.Reach(at.Block(), nil)}
			d.reach.Add(at.Block())
			l.defers = append(l.defers, d)
		case *ssa.MakeClosure:
			if local.IsYield(i) && depth < 8 {
				l.findInner(i.Fn.(*ssa.Function), at, depth+1)
			}
		}
	}
}

// runDefers writes out, in reverse order, what was deferred on some way to exit.
func (l *lowerer) runDefers(exit ssa.Instruction) {
	for i := len(l.defers) - 1; i >= 0; i-- {
		d := l.defers[i]
		b := exit.Block()
		if !d.reach.Has(b) {
			continue
		}
		certain := !d.inner && d.instr.Block().Dominates(b)
		from := len(l.ops)
		l.runDeferred(d, certain)
		if l.rec != nil {
			l.rec.Deferred(exit, d.instr, from, len(l.ops))
		}
		if l.actsBefore(i) {
			l.throws(from, i)
		}
	}
}

// runDeferred writes one deferred operation: as it is, or to be skipped, or in a loop, for no reason that is seen.
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

// innerCall writes a call that was deferred in another frame: its operands are not known here but by the paths that
// this frame has for them.
func (l *lowerer) innerCall(d *deferred) {
	c := d.instr.Common()
	args := c.Args
	fn, method := c.StaticCallee(), c.Method
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	} else {
		to := local.ResolveAt(c.Value, 0)
		if to.Fn != nil {
			fn = to.Fn
		}
		method = to.Method
		if to.Recv != nil {
			args = append([]ssa.Value{to.Recv}, args...)
		}
	}
	lock := library.OfLocker(method)
	if lock == library.None && fn != nil {
		lock = l.target(fn).model
	}
	switch lock.Effect {
	case library.Acquires, library.Releases:
		kind := envs.Acquire
		if lock.Effect == library.Releases {
			kind = envs.Release
		}
		op := l.using(kind, 0)
		op.Flags = lock.Flags
		op.Path = l.names.OuterPath(args[0])
		l.locking = true
		return
	}
	op := l.using(envs.Call, make([]envs.Reg, len(args))...)
	switch {
	case fn != nil:
		op.Callee = l.target(fn).callee
	case method != nil:
		op.Callee = &envs.Callee{Name: method.Name(), Full: (*naming.LateMethod)(method), Open: true}
	default:
		op.Callee = &envs.Callee{Name: local.CallName(c), Full: naming.None{}, Open: true}
	}
}

func (l *lowerer) onlyReleases(d *deferred) bool {
	c := d.instr.Common()
	if c.IsInvoke() {
		return library.OfLocker(c.Method).Effect == library.Releases
	}
	to := local.ResolveAt(c.Value, 0)
	if to.Method != nil {
		return library.OfLocker(to.Method).Effect == library.Releases
	}
	return to.Fn != nil && l.target(to.Fn).model.Effect == library.Releases
}
