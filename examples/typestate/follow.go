package typestate

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
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

// survives reports whether the fact may still hold after the effect of op on
// objects other than by events: what others can reach is in whatever state they
// may bring it to.
func (f *fact) survives(op *envs.Op, bindings []binding) bool {
	met := op.Kind == envs.Send || op.Kind == envs.Receive || op.Kind == envs.Join // other threads, which may know it
	if f.lock != nil {
		tried := op.Kind == envs.TryAcquire && f.lock.Same(op.Path)
		return !tried && !met && (op.Kind != envs.Call || len(op.Callee.Funcs) == 0 || f.lock.Into(op.Callee.Args) == nil)
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
	regs, errs := without(f.regs, op.Defines), without(f.errs, op.Defines)
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
	if op.Kind == envs.Load && op.Loc != nil && f.of.parts[op.Loc.Name] && slices.Contains(f.regs, op.Uses[0]) {
		regs = including(regs, op.Dst)
	}
	f.regs, f.errs = regs, errs
	return f.lock == nil || f.lock.Root != envs.AtReg || !op.Defines(f.lock.Reg)
}

// deferredBy is the number of the Defer for whose statement op is written out, 0 if
// there is none. Such an operation may be skipped if not all paths that lead to it
// come from the Defer; it stands for as many calls as the statement made.
func deferredBy(env envs.Env, op *envs.Op) (statement int32, skippable bool) {
	fn, prog := env.Func(), env.Program()
	for i := range fn.Ops {
		if d := &fn.Ops[i]; d.Kind == envs.Defer && prog.Position(envs.At(fn.ID, d.PC)) == prog.Position(env.Point()) {
			before := &fn.Ops[max(op.PC-1, 0)]
			return d.PC, before.Kind == envs.Branch && len(before.Uses) == 0
		}
	}
	return 0, false
}
