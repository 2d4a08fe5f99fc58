package local

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// Callee is a resolved call: either fn is set, or method, or nothing is known.
type Callee struct {
	Fn       *ssa.Function
	Method   *types.Func
	Recv     ssa.Value   // of a bound method, the receiver
	Via      ssa.Value   // how a wrapper gets from its receiver to the one of fn
	Bindings []ssa.Value // of a closure made in this frame
}

// ResolveAt finds the function that a value is.
func ResolveAt(v ssa.Value, depth int) Callee {
	if depth > 6 {
		return Callee{}
	}
	switch x := v.(type) {
	case *ssa.Function:
		return ThroughWrapper(x)
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if synthetic.IsBound(fn) {
			c := wrapped(fn)
			if c == nil {
				break
			}
			if c.IsInvoke() {
				return Callee{Method: c.Method, Recv: x.Bindings[0]}
			}
			if real, ok := c.Value.(*ssa.Function); ok {
				return Callee{Fn: real, Recv: x.Bindings[0]}
			}
			break
		}
		return Callee{Fn: fn, Bindings: x.Bindings}
	case *ssa.ChangeType:
		return ResolveAt(x.X, depth+1)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch a := x.X.(type) {
		case *ssa.Alloc:
			if s := SoleStore(a); s != nil {
				return ResolveAt(s, depth+1)
			}
		case *ssa.FreeVar:
			if a := CapturedVariable(a); a != nil {
				if s := SoleStore(a); s != nil {
					c := ResolveAt(s, depth+1)
					if c.Recv != nil {
						return Callee{} // the receiver is in another frame
					}
					c.Bindings = nil
					return c
				}
			}
		}
	}
	return Callee{}
}

// wrapped is the call that a synthetic function consists of.
func wrapped(fn *ssa.Function) *ssa.CallCommon {
	if len(fn.Blocks) != 1 {
		return nil
	}
	var only *ssa.CallCommon
	for _, i := range fn.Blocks[0].Instrs {
		if c, ok := i.(*ssa.Call); ok && !library.IsBuiltin(&c.Call, "ssa:wrapnilchk") {
			if only != nil {
				return nil
			}
			only = &c.Call
		}
	}
	return only
}

// ThroughWrapper sees through thunks, wrappers of promoted methods and
// instantiation wrappers.
func ThroughWrapper(fn *ssa.Function) Callee {
	if fn.Synthetic == "" || fn.Blocks == nil {
		return Callee{Fn: fn}
	}
	inst := synthetic.IsInstantiation(fn)
	if !inst && !synthetic.IsThunk(fn) && !synthetic.IsWrapper(fn) {
		return Callee{Fn: fn}
	}
	c := wrapped(fn)
	if c == nil || c.IsInvoke() {
		return Callee{Fn: fn}
	}
	real, ok := c.Value.(*ssa.Function)
	if !ok {
		return Callee{Fn: fn}
	}
	if inst || len(c.Args) > 0 && c.Args[0] == ssa.Value(fn.Params[0]) {
		return Callee{Fn: real}
	}
	if library.ModelOf(real).Effect != library.Plain {
		return Callee{Fn: real, Via: c.Args[0]}
	}
	return Callee{Fn: fn}
}

func StripLoads(v ssa.Value) ssa.Value {
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.MUL {
			return v
		}
		v = u.X
	}
}
