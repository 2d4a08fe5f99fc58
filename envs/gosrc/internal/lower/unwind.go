package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A handled operation may throw while deferred calls wait.
type handled struct {
	pc int32
	to int // the deferred call, by index, that throws; -1 if none does, and the one that was deferred last runs next
}

func (h handled) compare(o handled) int { return h.to - o.to }

// unwindsAt reports whether something is to be done when the i-th instruction of b panics: a deferred call waits that
// does more than release a lock.
func (l *lowerer) unwindsAt(b *ssa.BasicBlock, i int) bool {
	return b != l.fn.Recover &&
		slices.ContainsFunc(l.defers, func(d *deferred) bool { return d.acts && d.mayWait(b, i) })
}

// mayWait reports whether the call may wait when the i-th instruction of b is executed.
func (d *deferred) mayWait(b *ssa.BasicBlock, i int) bool {
	return d.reach.Has(b) && (d.inner || d.loop || d.instr.Block() != b || d.precedes(b, i))
}

// mustWait reports whether the call waits for certain then.
func (d *deferred) mustWait(b *ssa.BasicBlock, i int) bool {
	at := d.instr.Block()
	return !d.inner && at.Dominates(b) && (at != b || d.precedes(b, i))
}

func (d *deferred) precedes(b *ssa.BasicBlock, i int) bool {
	return slices.Index(b.Instrs[:i], ssa.Instruction(d.instr)) >= 0
}

// actsBefore reports whether a deferred call that does more than release a lock runs after that of the given index.
// Those that the same statement of a loop has deferred are left out: their operands are those of another round.
func (l *lowerer) actsBefore(index int) bool {
	return slices.ContainsFunc(l.defers[:index], func(d *deferred) bool { return d.acts })
}

// throws marks those operations from an index on that may throw while deferred calls wait; to is as in handled.
func (l *lowerer) throws(from, to int) {
	for i := from; i < len(l.ops); i++ {
		if op := &l.ops[i]; canThrow[op.Kind] && !op.IsPart() {
			l.handled = append(l.handled, handled{int32(i), to})
		}
	}
	for i, d := range l.defers {
		d.unsure = d.unsure || (to < 0 || i <= to) && !d.mustWait(l.block, l.current)
	}
}

// rethrows gives a deferred call of a handler, written from an index on, a handler of its own.
func (l *lowerer) rethrows(from int, to int32) {
	for i := from; i < len(l.ops); i++ {
		if op := &l.ops[i]; canThrow[op.Kind] && !op.IsPart() && op.PC < to {
			op.Handler = to
		}
	}
}

// emitHandler writes what happens when a panic unwinds the frame. The deferred functions run. Then, if one of them may
// recover, the function returns by its recover block, or the panic goes on. Where one of them panics, the others run.
func (l *lowerer) emitHandler() {
	entry, last := int32(len(l.ops)), slices.MaxFunc(l.handled, handled.compare).to
	var value envs.Reg // what is thrown; where deferred calls alone throw, that is not known
	if slices.ContainsFunc(l.handled, func(h handled) bool { return h.to < 0 }) {
		last, value = len(l.defers), l.regs.Temp(1)
		l.defining(envs.Catch, value)
	}
	recovers := false
	next := make([]int32, len(l.defers)) // by index: where control goes when the call throws
	for i := len(l.defers) - 1; i >= 0; i-- {
		d := l.defers[i]
		from := len(l.ops)
		if i < last {
			l.runDeferred(d, !d.inner && !d.unsure)
		}
		if l.rec != nil {
			l.rec.Deferred(nil, d.instr, from, len(l.ops))
		}
		recovers = recovers || l.mayRecover(d)
		after := len(l.ops)
		next[i] = int32(after)
		if l.actsBefore(i) {
			l.rethrows(from, int32(after))
		}
	}
	for _, h := range l.handled {
		l.ops[h.pc].Handler = entry
		if h.to >= 0 {
			l.ops[h.pc].Handler = next[h.to]
		}
	}
	back := l.fn.Recover
	if !recovers || back == nil {
		l.using(envs.Throw, value)
		return
	}
	op := l.emit(envs.Branch)
	list := l.list(op.PC+2, op.PC+1)
	op.To = list
	l.using(envs.Throw, value)
	l.rank[back.Index] = int32(len(l.order))
	l.order = append(l.order, back)
	l.blockPC[back.Index] = int32(len(l.ops))
	l.lowerBlock(back, l.rank[back.Index])
}

// mayRecover reports whether a deferred function stops a panic: it is written in the program and calls recover
// itself, or it is not known.
func (l *lowerer) mayRecover(d *deferred) bool {
	c := d.instr.Common()
	if c.IsInvoke() {
		return true
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "recover"
	}
	to := local.ResolveAt(c.Value, 0)
	if to.Fn == nil {
		return true
	}
	if to.Fn.Blocks == nil {
		return !l.p.src.IsStd(to.Fn)
	}
	return callsRecover(to.Fn, 0)
}

// callsRecover reports whether a function calls recover itself: in its body, where it ends, in the body of one of its
// range-over-func loops, or in what it wraps.
func callsRecover(fn *ssa.Function, depth int) bool {
	for i := range walk.Instrs(fn) {
		switch i := i.(type) {
		case *ssa.Call:
			if walk.IsBuiltin(&i.Call, "recover") || fn.Synthetic != "" && wrapsRecover(&i.Call, depth) {
				return true
			}
		case *ssa.Defer: // which the deferred function calls when it ends
			if walk.IsBuiltin(&i.Call, "recover") {
				return true
			}
		case *ssa.MakeClosure:
			if f := i.Fn.(*ssa.Function); synthetic.IsYield(f) && callsRecover(f, depth) {
				return true
			}
		}
	}
	return false
}

// wrapsRecover reports whether what a wrapper calls may recover.
func wrapsRecover(c *ssa.CallCommon, depth int) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	fn := c.StaticCallee()
	return fn == nil || fn.Blocks == nil || depth > 4 || callsRecover(fn, depth+1)
}
