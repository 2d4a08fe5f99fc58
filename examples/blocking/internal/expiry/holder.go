package expiry

import "github.com/seed38182bad/parallax/envs"

// A holder is in which registers something is, and which variables hold it.
type holder struct {
	regs, variables map[envs.Reg]bool
}

func newHolder(r envs.Reg) holder {
	h := holder{map[envs.Reg]bool{}, map[envs.Reg]bool{}}
	if r != 0 {
		h.regs[r] = true
	}
	return h
}

// close adds all copies that a function makes.
func (h holder) close(fn *envs.Func) {
	for again := true; again; {
		again = false
		for i := range fn.Ops {
			again = h.add(&fn.Ops[i]) || again
		}
	}
}

// add notes that an operation copies what is held; it reports whether that was not known.
func (h holder) add(op *envs.Op) bool {
	to, copies := h.variables, false
	switch {
	case len(op.Uses) == 0:
		return false
	case op.Kind == envs.Move:
		to, copies = h.regs, h.regs[op.Uses[0]] && op.Uses[0] != 0
	case op.Kind == envs.Load && op.Results == 1: // of a variable, or of a whole struct
		to, copies = h.regs, h.variables[op.Uses[0]] || h.regs[op.Uses[0]] && op.Uses[0] != 0 &&
			(op.Splits() || op.Loc != nil && op.Loc.Class == envs.Cell)
	case op.Kind == envs.Store && op.Loc != nil && op.Loc.Class == envs.Cell && op.Loc.Variable:
		if copies = h.regs[op.Value()]; copies && !to[op.Uses[0]] {
			to[op.Uses[0]] = true
			return true
		}
		return false
	}
	if copies && op.Dst != 0 && !to[op.Dst] {
		to[op.Dst] = true
		return true
	}
	return false
}

// uses reports whether an operation uses what is held, other than to copy it, and whether in a variable.
func (h holder) uses(op *envs.Op) (direct, variable bool) {
	for _, r := range op.Uses {
		direct, variable = direct || r != 0 && h.regs[r], variable || r != 0 && h.variables[r]
	}
	return direct, variable
}
