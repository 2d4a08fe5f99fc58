package plan

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A View is the program as its records show it: with calls that lead to functions with probes. For an instance its
// generic function has the records, for a wrapper the function that it wraps, and for a function without probes those
// that it calls.
type View struct {
	*gosrc.Program
	graph  *callGraph
	probed []bool // by canonical function
	leads  []bool // may enter a function with probes, though not through one
	funcs  []*envs.Func
}

// View is the program in which the functions that are marked have probes, by their numbers.
func (p *Plans) View(probed []bool) *View {
	g := p.graph
	v := &View{Program: p.prog, graph: g, probed: probed, funcs: make([]*envs.Func, len(probed))}
	v.leads = g.reach(func(id envs.FuncID) bool { return probed[id] || g.open[g.canon[id]] }, g.callersOf, all)
	for id := range v.funcs {
		if probed[id] {
			v.funcs[id] = v.adapt(p.prog.Func(envs.FuncID(id)))
		}
	}
	return v
}

// Probed reports whether a function has probes.
func (v *View) Probed(id envs.FuncID) bool { return v.probed[id] }

// Func is the function as the decoder sees it.
func (v *View) Func(id envs.FuncID) *envs.Func {
	if f := v.funcs[id]; f != nil {
		return f
	}
	return v.Program.Func(id)
}

func (v *View) adapt(fn *envs.Func) *envs.Func {
	var copied *envs.Func
	for i := range fn.Ops {
		c := fn.Ops[i].Callee
		if c == nil || fn.Ops[i].Kind != envs.Call || len(c.Funcs) == 0 {
			continue
		}
		to, open := v.entered(c.Funcs)
		open = open || c.Open
		if open == c.Open && slices.Equal(to, c.Funcs) {
			continue
		}
		if copied == nil {
			f := *fn
			f.Ops = slices.Clone(fn.Ops)
			copied = &f
		}
		d := *c
		d.Funcs, d.Open = to, open
		copied.Ops[i].Callee = &d
	}
	if copied == nil {
		return fn
	}
	return copied
}

// entered lists the functions with probes that a call of one of funcs may enter without one in between, and whether it
// may enter others.
func (v *View) entered(funcs []envs.FuncID) (to []envs.FuncID, open bool) {
	seen := map[envs.FuncID]bool{}
	var visit func(envs.FuncID)
	visit = func(id envs.FuncID) {
		id = v.graph.canon[id]
		if seen[id] {
			return
		}
		seen[id] = true
		if v.probed[id] {
			to = append(to, id)
			return
		}
		if v.SSA(id).Synthetic == "" {
			open = open || v.leads[id]
			return
		}
		fn := v.Program.Func(id)
		for i := range fn.Ops {
			if c := fn.Ops[i].Callee; c != nil && fn.Ops[i].Kind == envs.Call {
				for _, f := range c.Funcs {
					visit(f)
				}
				open = open || c.Open
			}
		}
	}
	for _, f := range funcs {
		visit(f)
	}
	slices.Sort(to)
	return to, open
}

// Compatible reports whether a call whose callee is not known may be one of fn, which it then calls itself.
func (v *View) Compatible(op *envs.Op, fn *envs.Func) bool {
	args := len(op.Uses)
	if op.Callee != nil {
		args -= op.Callee.FirstArg
	}
	return args == len(v.SSA(fn.ID).Params) && int(op.Results) == fn.Results
}
