package typestate

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

// made is the fact on an object that a call has made.
func made(env envs.Env, op *envs.Op, p *Property, b binding) fact {
	f := fact{of: p, made: env.Point(), last: env.Point(), in: p.domain.Initial(), sure: b.unless < 0}
	if r := op.Dst + envs.Reg(b.index); op.Defines(r) {
		f.regs = []envs.Reg{r}
	}
	if r := op.Dst + envs.Reg(b.unless); b.unless >= 0 && op.Defines(r) {
		f.errs = []envs.Reg{r}
	}
	return f
}

// survives reports whether the fact may still hold after the effect of op on objects other than by events. What others
// can reach is in whatever state they may bring it to.
func (f *fact) survives(op *envs.Op, bindings []binding) bool {
	met := op.Kind == envs.Send || op.Kind == envs.Receive || op.Kind == envs.Join // other threads, which may know it
	if f.lock != nil {
		tried := op.Kind == envs.TryAcquire && f.lock.Same(op.Path)
		return !tried && !met && (op.Kind != envs.Call || len(op.Callee.Funcs) == 0 || f.lock.Into(op.Callee.Args) == nil)
	}
	if f.field != nil {
		return f.stays(op, met)
	}
	for i, r := range op.Uses {
		if slices.Contains(f.regs, r) && escapes(op, i, bindings) {
			f.made, f.errs = envs.Point{}, nil
			f.in = f.of.domain.Meet(f.in, f.of.stable)
		}
	}
	if v := op.Value(); v != 0 && slices.Contains(f.errs, v) {
		f.made = envs.Point{} // whether there is an object may be asked of what is loaded
	}
	if f.made.IsZero() && (met || op.Kind == envs.Call) && len(bindings) == 0 {
		f.in = f.of.domain.Meet(f.in, f.of.stable) // the callee, or a thread, may know it
	}
	return true
}

// escapes reports whether others may know an object after op used it as operand i.
func escapes(op *envs.Op, i int, bindings []binding) bool {
	switch op.Kind {
	case envs.Call, envs.Defer:
		return !slices.ContainsFunc(bindings, func(b binding) bool {
			return b.role == borrows || b.role == happens && !b.result && b.use(op) == i
		})
	case envs.Store, envs.Send, envs.Atomic:
		return i == len(op.Uses)-1
	case envs.Compute:
		return len(op.Uses) == 1 // another form of it; what has two operands compares them
	case envs.Fork, envs.New, envs.Addr, envs.Throw:
		return true
	}
	return false
}

// define follows the registers that hold the object through what op defines. It is
// false if the object has lost its name.
func (f *fact) define(op *envs.Op, d *envs.Detail) bool {
	regs, errs := order.Without(f.regs, op.Defines), order.Without(f.errs, op.Defines)
	copied := func(to, from envs.Reg) {
		if slices.Contains(f.regs, from) {
			regs = including(regs, to)
		}
		if slices.Contains(f.errs, from) {
			errs = including(errs, to)
		}
	}
	if op.Kind == envs.Move {
		copied(op.Dst, op.Uses[0])
	}
	for i := range d.Defs {
		if def := &d.Defs[i]; def.Op == envs.Copy && def.Of == envs.Whole && def.X.Of == envs.Whole {
			copied(def.Reg, def.X.Reg)
		}
	}
	if f.field == nil && op.Kind == envs.Load && op.Results > 0 && op.Loc != nil && f.of.parts[op.Loc.Name] &&
		slices.Contains(f.regs, op.Uses[0]) {
		regs = including(regs, op.Dst)
	}
	f.regs, f.errs = regs, errs
	return f.lock == nil || f.lock.Root != envs.AtReg || !op.Defines(f.lock.Reg)
}

// returned makes of the fact what the caller learns: its registers are the numbers of the
// results, from 1. It is false if that is nothing.
func (f *fact) returned(ret *envs.Op, d *envs.Detail) bool {
	var regs, errs []envs.Reg
	for i, r := range ret.Uses {
		isNil := slices.ContainsFunc(d.Passes, func(d envs.Def) bool {
			return int(d.Reg) == i+1 && d.Op == envs.Copy &&
				d.X.IsNil()
		})
		if r != 0 && slices.Contains(f.regs, r) {
			regs = append(regs, envs.Reg(i+1))
		} else if r != 0 && slices.Contains(f.errs, r) || f.sure && isNil {
			errs = append(errs, envs.Reg(i+1))
		}
	}
	f.regs, f.errs, f.passed, f.sure = regs, errs, nil, f.sure && len(ret.Uses) == 1
	return len(regs) > 0 && !f.made.IsZero()
}

// received is a returned fact as the caller knows it.
func (f fact) received(at envs.Point, call *envs.Op) fact {
	if f.last == f.made {
		f.last = at
	}
	f.made = at
	f.regs, f.errs = results(call, f.regs), results(call, f.errs)
	return f
}

// results are the registers of a call's results with these numbers.
func results(call *envs.Op, numbers []envs.Reg) []envs.Reg {
	var regs []envs.Reg
	for _, n := range numbers {
		if r := call.Dst + n - 1; call.Defines(r) {
			regs = append(regs, r)
		}
	}
	return regs
}
