package flow

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// Defining says how a term comes about, if a single operation defines its register; nil if that is not known.
func (f *Flow) Defining(fn *envs.Func, x envs.Term) *envs.Def {
	if x.Reg == 0 {
		return nil
	}
	op := f.Origin(fn, x.Reg)
	if op == nil || slices.Contains(fn.Params, x.Reg) {
		return nil
	}
	defs := f.prog.Detail(envs.At(fn.ID, op.PC)).Defs
	for i := range defs {
		if defs[i].Reg == x.Reg && defs[i].Of == x.Of {
			return &defs[i]
		}
	}
	return nil
}

// Settled is the term of which another one is a copy in the end. What is read from a variable is what is stored there,
// if that is done once in the program, in this function and before it is read.
func (f *Flow) Settled(fn *envs.Func, x envs.Term) envs.Term {
	for range fn.Regs {
		if d := f.Defining(fn, x); d != nil && d.Op == envs.Copy {
			x = d.X
			continue
		}
		load := f.Origin(fn, x.Reg)
		if load == nil || load.Kind != envs.Load || load.Results != 1 || load.Loc == nil || !load.Loc.Variable {
			break
		}
		at := f.stored()[load.Loc]
		if at.IsZero() || at.Func() != fn.ID {
			break
		}
		store := &fn.Ops[at.PC()]
		if store.Value() == 0 || store.Uses[0] != load.Uses[0] || !f.Passes(fn, store.PC, load.PC) {
			break
		}
		x.Reg = store.Value()
	}
	return x
}

// stored are the variables that are stored to by one operation of the program, and where.
func (f *Flow) stored() map[*envs.Loc]envs.Point {
	if f.stores != nil {
		return f.stores
	}
	f.stores = map[*envs.Loc]envs.Point{}
	several := map[*envs.Loc]bool{}
	for id := range envs.FuncID(f.prog.NumFuncs()) {
		fn := f.prog.Func(id)
		for i := 0; fn != nil && i < len(fn.Ops); i++ {
			op := &fn.Ops[i]
			if op.Loc == nil || !op.Loc.Variable || op.Kind != envs.Store && op.Kind != envs.Addr && op.Kind != envs.Atomic {
				continue
			}
			if _, known := f.stores[op.Loc]; known || op.Kind != envs.Store {
				several[op.Loc] = true
			}
			f.stores[op.Loc] = envs.At(id, op.PC)
		}
	}
	for l := range several {
		delete(f.stores, l)
	}
	return f.stores
}
