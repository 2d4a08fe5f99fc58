package replay

import (
	"github.com/seed38182bad/parallax/dataflow/internal/run"
	"github.com/seed38182bad/parallax/envs"
)

// An audience is to whom an operation means something: listeners and modules by their bits.
type audience uint64

// firstModule is the bit of the first module. All above are those of others.
const firstModule = 60

// bitOf is the bit of the nth listener. Those that share the last one are shown more than they select.
func bitOf(n int) audience { return 1 << min(n, firstModule-1) }

// audience is to whom an operation means something: listeners, and modules with at least this interest.
func (x *Watch) audience(op *envs.Op, least run.Interest) (to audience) {
	for i, m := range x.modules {
		if m.Selects(envs.Step, op) >= least {
			to |= 1 << (firstModule + i)
		}
	}
	for i := range x.all {
		if l := &x.all[i]; l.selects == nil || l.selects(op) {
			to |= l.bit
		}
	}
	return to
}

// Selects reports whether it makes a difference to the checkers if they are told of a step. named is whether the event
// says what the operation accesses, or is about. A run may leave out the others. It may leave out calls, from the step
// of the Call to the end of the callee, if it leaves out all but the Return in them. Then Executed counts what is
// left.
//
// That a register has a new value matters if it tells which lock an operation takes.
func (x *Watch) Selects(fn *envs.Func, op *envs.Op, named bool) bool {
	if !x.sparse {
		return true
	}
	if to := x.audience(op, run.Needed); (!named || op.Splits()) && op.Accesses() {
		for i := range x.all {
			if l := &x.all[i]; to&l.bit != 0 && l.takes(false) {
				return true
			}
		}
	} else if to != 0 {
		return true
	}
	if op.Results == 0 {
		return false
	}
	for i := range fn.Ops {
		switch o := &fn.Ops[i]; o.Kind {
		case envs.Acquire, envs.TryAcquire:
			if p := o.Path; p != nil && p.Root == envs.AtReg && op.Defines(p.Reg) {
				return true
			}
		}
	}
	return false
}
