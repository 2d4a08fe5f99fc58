package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// closed reports whether all that calls a function are operations of the program.
func (p *Program) closed(id envs.FuncID) bool { return p.calls.Closed(p.SSA(id)) }

// beside tells of a lock where it is, wherever the object called base is accessed.
func (p *Program) beside(fn envs.FuncID, base *envs.Path, variable bool, lock *envs.Path) (owner, is *envs.Path) {
	return p.calls.Beside(fn, base, variable, lock, func(path *envs.Path, variable bool) local.Reached {
		return p.reachedBy(fn, path, variable)
	})
}

// reachedBy is the object that a frame has a name for.
func (p *Program) reachedBy(fn envs.FuncID, path *envs.Path, variable bool) local.Reached {
	var v ssa.Value
	f := p.src.Funcs[fn]
	switch {
	case path == nil || path.Within != nil:
	case path.Root == envs.AtParam:
		if i := int(path.Reg); i < len(f.SSA.Params) {
			v = f.SSA.Params[i]
		} else {
			v = f.SSA.FreeVars[i-len(f.SSA.Params)]
		}
	case path.Root == envs.AtReg && path.Global == "":
		v = p.starting.Of(p.NumFuncs(), fn, p.startingOf)[path.Reg]
	}
	if v == nil {
		return local.Reached{}
	}
	r := local.ReachedFrom(v, variable)
	if path.Steps != "" {
		r.Steps, r.Self = r.Steps+path.Steps, false
	}
	return r
}

// startingOf are the values in registers from which names of locks and of what they protect start.
func (p *Program) startingOf(id envs.FuncID) map[envs.Reg]ssa.Value {
	roots := map[envs.Reg]ssa.Value{}
	m := p.sources(id)
	for v := range m.Values() {
		switch v.(type) {
		case *ssa.Alloc, *ssa.Call, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
			if r := m.Reg(v); r != 0 {
				roots[r] = v
			}
		}
	}
	return roots
}
