package gosrc

import (
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
)

// starts tells of functions of the program that are called by name, with a function literal, a method value or a
// function by name.
func (p *Program) starts(pt envs.Point) *envs.Callee {
	op := &p.Func(pt.Func()).Ops[pt.PC()]
	if op.Kind != envs.Call || op.Callee == nil || len(op.Callee.Funcs) != 1 {
		return nil
	}
	if _, ok := p.calls.SpawnedArg(op.Callee.Funcs[0]); !ok {
		return nil
	}
	return p.spawns.Of(p.NumFuncs(), pt.Func(), p.spawnsOf)[pt.PC()]
}

func (p *Program) spawnsOf(id envs.FuncID) map[int32]*envs.Callee {
	table := map[int32]*envs.Callee{}
	for at := range p.sites(id) {
		call, ok := at.src.(*ssa.Call)
		if !ok || at.op.Kind != envs.Call || at.op.Callee == nil || len(at.op.Callee.Funcs) != 1 {
			continue
		}
		fn := call.Call.StaticCallee()
		if fn == nil || p.src.IDs[fn] == nil || p.src.IDs[fn].ID != at.op.Callee.Funcs[0] {
			continue
		}
		if i, ok := p.calls.SpawnedArg(at.op.Callee.Funcs[0]); ok {
			table[at.op.PC] = p.spawn(at.names, call.Call.Args[i])
		}
	}
	return table
}

// spawn is the call of a function value that is handed over, nil if it is not known.
func (p *Program) spawn(names *paths.Namer, v ssa.Value) *envs.Callee {
	to := local.ResolveAt(v, 0)
	if to.Fn == nil || p.src.IDs[to.Fn] == nil || to.Via != nil {
		return nil
	}
	c := *p.src.IDs[to.Fn].Callee
	c.Args = make([]*envs.Path, len(to.Fn.Params)+len(to.Fn.FreeVars))
	if to.Recv != nil {
		c.Args[0] = names.Path(to.Recv)
	}
	for i, b := range to.Bindings {
		c.Args[len(to.Fn.Params)+i] = names.Path(b)
	}
	return &c
}
