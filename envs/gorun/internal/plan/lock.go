package plan

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// A lockRef says how generated code gets at the lock of a lock operation.
type lockRef struct {
	value ssa.Value        // its address, or what leads to it
	steps string           // the fields from there to the lock
	boxed bool             // value is an interface that holds the address
	cond  bool             // value is a *sync.Cond, whose L is the lock
	bound *ssa.MakeClosure // value is what this closure binds
}

// lockOf finds the lock of a call that package gosrc takes for a lock operation.
func lockOf(c *ssa.CallCommon) (lockRef, bool) {
	if c.IsInvoke() {
		return lockRef{value: c.Value, boxed: true}, true
	}
	switch v := source(c.Value, 0).(type) {
	case *ssa.Function:
		if len(c.Args) == 0 {
			return lockRef{}, false
		}
		ref := lockRef{value: c.Args[0], cond: isCond(v)}
		if synthetic.IsThunk(v) || synthetic.IsWrapper(v) {
			return ref.through(v)
		}
		return ref, true
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); synthetic.IsBound(fn) && len(v.Bindings) == 1 {
			return lockRef{value: v.Bindings[0], bound: v}.through(fn)
		}
	}
	return lockRef{}, false
}

// through leads from the receiver of a function that only calls another one to the lock of that call.
func (r lockRef) through(fn *ssa.Function) (lockRef, bool) {
	inner := walk.OnlyCall(fn)
	if inner == nil {
		return r, false
	}
	if inner.IsInvoke() {
		r.boxed, r.cond = true, false
		return r, true
	}
	steps, ok := stepsTo(inner.Args[0])
	f, _ := inner.Value.(*ssa.Function)
	r.steps, r.cond = steps, isCond(f)
	return r, ok
}

func isCond(fn *ssa.Function) bool {
	if fn == nil || fn.Signature.Recv() == nil {
		return false
	}
	pkg, name := shape.NameOf(shape.Deref(fn.Signature.Recv().Type()))
	return pkg == "sync" && name == "Cond"
}

// source sees through variables of this frame that are set once.
func source(v ssa.Value, depth int) ssa.Value {
	if depth > 6 {
		return v
	}
	switch x := v.(type) {
	case *ssa.ChangeType:
		return source(x.X, depth+1)
	case *ssa.UnOp:
		a, ok := x.X.(*ssa.Alloc)
		if !ok || x.Op != token.MUL {
			return v
		}
		var set ssa.Value
		for _, r := range *a.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == a {
				if set != nil {
					return v
				}
				set = s.Val
			}
		}
		if set != nil {
			return source(set, depth+1)
		}
	}
	return v
}

// stepsTo are the fields that a wrapper follows from its receiver to v.
func stepsTo(v ssa.Value) (string, bool) {
	from, steps := walk.WayTo(v, func(v ssa.Value) ssa.Value {
		switch x := v.(type) {
		case *ssa.UnOp:
			return x.X
		case *ssa.Call:
			if len(x.Call.Args) > 0 {
				return x.Call.Args[0]
			}
		}
		return nil
	})
	switch from.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return steps, true
	}
	return "", false
}

// handedOn reports whether a method value gets out of its function, or into memory, in all its uses. Where it is
// called by a variable of the function, the call is the operation on the lock.
func handedOn(v *ssa.MakeClosure) bool {
	switch v.Bindings[0].Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return, *ssa.DebugRef, *ssa.MapUpdate, *ssa.Send, *ssa.Phi, *ssa.MakeInterface:
		case *ssa.Store:
			if _, variable := r.Addr.(*ssa.Alloc); variable {
				return false
			}
		case *ssa.Call:
			if to := r.Call.StaticCallee(); r.Call.Value == v || to == nil || to.Blocks == nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handsOn are the functions that stand behind method values which a function hands on, if these operate on locks.
func handsOn(prog *gosrc.Program, id envs.FuncID) (fns []envs.FuncID) {
	for in := range walk.Instrs(prog.SSA(id)) {
		c, ok := in.(*ssa.MakeClosure)
		if !ok || !synthetic.IsBound(c.Fn.(*ssa.Function)) || !handedOn(c) {
			continue
		}
		if f, ok := prog.FuncOf(c.Fn.(*ssa.Function)); ok && prog.Func(f).Locking() {
			fns = append(fns, f)
		}
	}
	return fns
}
