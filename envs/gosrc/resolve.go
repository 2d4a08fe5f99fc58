package gosrc

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// target is what is known of a function that is called.
type target struct {
	model   *model
	end     *target      // what a call of it by name calls in the end; nil if that is not known yet
	callee  *envs.Callee // of calls whose arguments have no paths; nil if no call has led here yet
	leads   uint64       // leadsOf the function, if it has a body
	free    int          // how many variables it captures
	known   *function    // if it has a number
	found   *discovery   // if it will get a number
	generic bool
	fn      *ssa.Function
	via     ssa.Value // how a wrapper gets from its receiver to that of end
	text    string    // for the value that it returns
}

// discovery is a function that is not written in the source, such as an instance,
// and that a call has led to.
type discovery struct {
	fn      *ssa.Function
	caller  int32 // the first that calls it
	pc      int32
	callees []listing // that are to get its number
}

// listing is a call that lists a function, with arguments of its own if it has such.
type listing struct {
	callee *envs.Callee
	own    []*envs.Path
	hasOwn bool
}

// named is what is known of a function that a call names.
func (l *lowerer) named(fn *ssa.Function) *target {
	t := l.targets.get(addressOf(fn))
	if t != nil && t.end != nil {
		return t
	}
	if t == nil {
		t = l.newTarget(fn)
	}
	to := throughWrapper(fn)
	t.end, t.via, t.text = l.target(to.fn), to.via, fn.Name()+"()"
	return t
}

// target is what is known of a function that is called.
func (l *lowerer) target(fn *ssa.Function) *target {
	t := l.targets.get(addressOf(fn))
	if t == nil {
		t = l.newTarget(fn)
	}
	if t.callee != nil {
		return t
	}
	t.known, t.free = l.p.ids[fn], len(fn.FreeVars)
	switch {
	case synthetic.IsInitialiser(fn):
		// What calls it finds it done; see noteInitialisation. If it is to get a number, here
		// is the reason.
		t.callee = &envs.Callee{Name: calleeName(fn), Full: (*writtenName)(fn), Open: true, Still: !l.p.between[fn.Pkg.Pkg] || l.p.shown[fn.Pkg.Pkg] != nil}
		t.callee.Quiet = t.callee.Still
		if fn.Blocks != nil && t.known == nil {
			t.found = &discovery{fn: fn, caller: l.caller, pc: int32(len(l.ops))}
			l.found = append(l.found, t.found)
		}
	case t.known != nil:
		t.callee = t.known.callee
	case fn.Blocks == nil:
		t.callee = &envs.Callee{Name: calleeName(fn), Full: (*writtenName)(fn), Open: true, Quiet: quiet(fn), Still: quiet(fn) || l.p.still(fn)}
	default:
		t.callee = &envs.Callee{Name: calleeName(fn), Full: (*writtenName)(fn)}
		t.found = &discovery{fn: fn, caller: l.caller, pc: int32(len(l.ops)), callees: []listing{{callee: t.callee}}}
		l.found = append(l.found, t.found)
	}
	if fn.Blocks != nil {
		t.leads, t.generic = l.leadsOf(fn), isGeneric(fn)
	}
	return t
}

func (l *lowerer) newTarget(fn *ssa.Function) *target {
	if len(l.targetSlab) == 0 {
		l.targetSlab = make([]target, 64)
	}
	t := &l.targetSlab[0]
	l.targetSlab = l.targetSlab[1:]
	t.fn, t.model = fn, modelOf(fn)
	l.targets.set(addressOf(fn), t)
	return t
}

func calleeName(fn *ssa.Function) string {
	if recv := fn.Signature.Recv(); recv != nil {
		return shortMethod(recv.Type(), fn.Name())
	}
	return fn.Name()
}

// callee is a resolved call: either fn is set, or method, or nothing is known.
type callee struct {
	fn       *ssa.Function
	method   *types.Func
	recv     ssa.Value   // of a bound method, the receiver
	via      ssa.Value   // how a wrapper gets from its receiver to the one of fn
	bindings []ssa.Value // of a closure made in this frame
}

// resolveAt finds the function that a value is.
func resolveAt(v ssa.Value, depth int) callee {
	if depth > 6 {
		return callee{}
	}
	switch x := v.(type) {
	case *ssa.Function:
		return throughWrapper(x)
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if synthetic.IsBound(fn) {
			c := wrapped(fn)
			if c == nil {
				break
			}
			if c.IsInvoke() {
				return callee{method: c.Method, recv: x.Bindings[0]}
			}
			if real, ok := c.Value.(*ssa.Function); ok {
				return callee{fn: real, recv: x.Bindings[0]}
			}
			break
		}
		return callee{fn: fn, bindings: x.Bindings}
	case *ssa.ChangeType:
		return resolveAt(x.X, depth+1)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch a := x.X.(type) {
		case *ssa.Alloc:
			if s := soleStore(a); s != nil {
				return resolveAt(s, depth+1)
			}
		case *ssa.FreeVar:
			if a := capturedVariable(a); a != nil {
				if s := soleStore(a); s != nil {
					c := resolveAt(s, depth+1)
					if c.recv != nil {
						return callee{} // the receiver is in another frame
					}
					c.bindings = nil
					return c
				}
			}
		}
	}
	return callee{}
}

// wrapped is the call that a synthetic function consists of.
func wrapped(fn *ssa.Function) *ssa.CallCommon {
	if len(fn.Blocks) != 1 {
		return nil
	}
	var only *ssa.CallCommon
	for _, i := range fn.Blocks[0].Instrs {
		if c, ok := i.(*ssa.Call); ok && !isBuiltin(&c.Call, "ssa:wrapnilchk") {
			if only != nil {
				return nil
			}
			only = &c.Call
		}
	}
	return only
}

// throughWrapper sees through thunks, wrappers of promoted methods and
// instantiation wrappers.
func throughWrapper(fn *ssa.Function) callee {
	if fn.Synthetic == "" || fn.Blocks == nil {
		return callee{fn: fn}
	}
	inst := synthetic.IsInstantiation(fn)
	if !inst && !synthetic.IsThunk(fn) && !synthetic.IsWrapper(fn) {
		return callee{fn: fn}
	}
	c := wrapped(fn)
	if c == nil || c.IsInvoke() {
		return callee{fn: fn}
	}
	real, ok := c.Value.(*ssa.Function)
	if !ok {
		return callee{fn: fn}
	}
	if inst || len(c.Args) > 0 && c.Args[0] == ssa.Value(fn.Params[0]) {
		return callee{fn: real}
	}
	if modelOf(real).effect != plain {
		return callee{fn: real, via: c.Args[0]}
	}
	return callee{fn: fn}
}

// concrete is the method that is called on an interface made in this frame.
func (l *lowerer) concrete(recv ssa.Value, m *types.Func) *ssa.Function {
	mi, ok := recv.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	obj, index, _ := types.LookupFieldOrMethod(mi.X.Type(), false, m.Pkg(), m.Name())
	f, ok := obj.(*types.Func)
	if !ok || len(index) != 1 || types.IsInterface(mi.X.Type()) || f.Signature().Recv() == nil {
		return nil
	}
	if _, ptr := mi.X.Type().(*types.Pointer); ptr {
		if _, same := f.Signature().Recv().Type().(*types.Pointer); !same {
			return nil // the receiver is loaded first
		}
	}
	return l.p.prog.FuncValue(f)
}
