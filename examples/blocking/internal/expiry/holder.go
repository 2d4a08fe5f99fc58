package expiry

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

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

// leaves reports whether a function hands on what it has in registers, or finds in memory: it is returned, sent, stored
// elsewhere, or others are called with it than those that are known.
func leaves(fn *envs.Func, h holder, found []*envs.Loc, known func(*envs.Op) bool) bool {
	for i := range fn.Ops {
		if op := &fn.Ops[i]; op.Kind == envs.Load && op.Results == 1 && slices.Contains(found, op.Loc) {
			h.regs[op.Dst] = true
		}
	}
	if len(h.regs) == 0 {
		return false
	}
	h.close(fn)
	return slices.ContainsFunc(fn.Ops, func(op envs.Op) bool {
		direct, _ := h.uses(&op)
		switch op.Kind {
		case envs.Store, envs.Send:
			return h.regs[op.Value()] && op.Value() != 0 && (op.Kind == envs.Send || !slices.Contains(found, op.Loc))
		case envs.Call, envs.Fork, envs.Defer, envs.Return, envs.New:
			return direct && !known(&op)
		}
		return false
	})
}
