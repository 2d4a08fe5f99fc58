package plan

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// Canonical is the function whose text is executed: of an instance, the generic function.
func Canonical(prog *gosrc.Program, id envs.FuncID) envs.FuncID {
	if o := prog.SSA(id).Origin(); o != nil {
		if g, ok := prog.FuncOf(o); ok {
			return g
		}
	}
	return id
}

// A View is the program as the decoder has to see it: with calls that lead to the functions that say so. An instance
// says that its generic function was entered, a wrapper that what it wraps was, and a function without probes says
// nothing, but what it calls may.
type View struct {
	*gosrc.Program
	probed []bool // by canonical function
	canon  []envs.FuncID
	leads  []bool // may enter a function with probes, though not through one
	funcs  []*envs.Func
}

// NewView is the program in which the functions that are marked have probes, by their numbers.
func NewView(prog *gosrc.Program, probed []bool) *View {
	v := &View{Program: prog, probed: probed}
	v.canon = make([]envs.FuncID, prog.NumFuncs())
	v.funcs = make([]*envs.Func, prog.NumFuncs())
	for id := range v.canon {
		v.canon[id] = Canonical(prog, envs.FuncID(id))
	}
	v.findLeads()
	for id := range v.funcs {
		if probed[id] {
			v.funcs[id] = v.adapt(prog.Func(envs.FuncID(id)))
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

func (v *View) findLeads() {
	v.leads = make([]bool, len(v.canon))
	callers := make([][]envs.FuncID, len(v.canon))
	var work []envs.FuncID
	lead := func(id envs.FuncID) {
		if id = v.canon[id]; !v.leads[id] {
			v.leads[id] = true
			work = append(work, id)
		}
	}
	for id := range v.canon {
		if v.probed[id] {
			lead(envs.FuncID(id))
		}
		fn := v.Program.Func(envs.FuncID(id))
		for i := range fn.Ops {
			c := fn.Ops[i].Callee
			if c == nil || fn.Ops[i].Kind != envs.Call {
				continue
			}
			if c.Open {
				lead(envs.FuncID(id))
			}
			for _, f := range c.Funcs {
				f = v.canon[f]
				callers[f] = append(callers[f], envs.FuncID(id))
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range callers[id] {
			lead(f)
		}
	}
}

// entered lists the functions with probes that a call of one of funcs may enter without one in between, and whether it
// may enter others.
func (v *View) entered(funcs []envs.FuncID) (to []envs.FuncID, open bool) {
	seen := map[envs.FuncID]bool{}
	var visit func(envs.FuncID)
	visit = func(id envs.FuncID) {
		id = v.canon[id]
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
