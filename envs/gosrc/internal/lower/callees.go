package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/paths"
	"github.com/seed38182bad/parallax/envs/internal/addrmap"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// target is what is known of a function that is called.
type target struct {
	model   *library.Model
	end     *target           // what a call of it by name calls in the end; nil if that is not known yet
	callee  *envs.Callee      // of calls whose arguments have no paths; nil if no call has led here yet
	leads   uint64            // LeadsOf the function, if it has a body
	free    int               // how many variables it captures
	known   *loading.Function // if it has a number
	found   *discovery        // if it will get a number
	generic bool
	fn      *ssa.Function
	via     ssa.Value // how a wrapper gets from its receiver to that of end
}

// callees are what is known of the functions that are called. What gets a number because a call leads to it is found.
type callees struct {
	src     *loading.Program
	names   *paths.Namer
	code    *writer
	caller  int32 // the function that is lowered
	found   []*discovery
	targets addrmap.Map[*target]
}

// discovery is a function that is not written in the source, such as an instance, and that a call has led to.
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
func (c *callees) named(fn *ssa.Function) *target {
	t := c.targets.Get(addrmap.Pointer(fn))
	if t != nil && t.end != nil {
		return t
	}
	if t == nil {
		t = c.newTarget(fn)
	}
	to := local.ThroughWrapper(fn)
	t.end, t.via = c.target(to.Fn), to.Via
	return t
}

// target is what is known of a function that is called.
func (c *callees) target(fn *ssa.Function) *target {
	t := c.targets.Get(addrmap.Pointer(fn))
	if t == nil {
		t = c.newTarget(fn)
	}
	if t.callee != nil {
		return t
	}
	t.known, t.free = c.src.IDs[fn], len(fn.FreeVars)
	switch {
	case synthetic.IsInitialiser(fn):
		// What calls it finds it done; see noteInitialisation. If it is to get a number, here is the reason.
		t.callee = &envs.Callee{Name: naming.Callee(fn), Full: (*naming.LateFunc)(fn), Open: true}
		t.callee.Still = !c.src.Between[fn.Pkg.Pkg] || c.src.Shown[fn.Pkg.Pkg] != nil
		t.callee.Quiet = t.callee.Still
		if fn.Blocks != nil && t.known == nil {
			t.found = &discovery{fn: fn, caller: c.caller, pc: int32(len(c.code.ops))}
			c.found = append(c.found, t.found)
		}
	case t.known != nil:
		t.callee = t.known.Callee
	case fn.Blocks == nil:
		t.callee = &envs.Callee{Name: naming.Callee(fn), Full: (*naming.LateFunc)(fn), Open: true, Quiet: library.Quiet(fn)}
		t.callee.Still = t.callee.Quiet || c.src.Still(fn)
	default:
		t.callee = &envs.Callee{Name: naming.Callee(fn), Full: (*naming.LateFunc)(fn)}
		t.found = &discovery{fn: fn, caller: c.caller, pc: int32(len(c.code.ops)), callees: []listing{{callee: t.callee}}}
		c.found = append(c.found, t.found)
	}
	if fn.Blocks != nil {
		t.leads, t.generic = c.names.LeadsOf(fn), local.IsGeneric(fn)
	}
	return t
}

func (c *callees) newTarget(fn *ssa.Function) *target {
	t := &target{fn: fn, model: library.ModelOf(fn)}
	c.targets.Set(addrmap.Pointer(fn), t)
	return t
}

// concrete is the method that is called on an interface made in this frame.
func (c *callees) concrete(recv ssa.Value, m *types.Func) *ssa.Function {
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
	return c.src.Prog.FuncValue(f)
}

// argLeads is CanLead for the i-th argument of a call of t, whose type is that of the parameter unless t is generic.
func (c *callees) argLeads(t *target, i int, a ssa.Value) bool {
	if t.leads>>min(i, 63)&1 == 0 {
		return false
	}
	switch a := a.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		return false
	case *ssa.MakeInterface:
		return c.names.CanLead(a.X)
	}
	return i < 63 && !t.generic || c.names.TypeLeads(a.Type())
}

// accesses reports whether a call with address a does no more with it than access the memory or the lock there.
func (c *callees) accesses(by *ssa.CallCommon, a ssa.Value) bool {
	if by.IsInvoke() || len(by.Args) == 0 || by.Args[0] != a {
		return false
	}
	fn, ok := by.Value.(*ssa.Function)
	if !ok {
		return false
	}
	return c.named(fn).end.model.Accesses() && !slices.Contains(by.Args[1:], a)
}
