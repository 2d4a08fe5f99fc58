package local

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
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
		if fn := x.Fn.(*ssa.Function); !synthetic.IsBound(fn) {
			return Callee{Fn: fn, Bindings: x.Bindings}
		}
		return boundMethod(x)
	case *ssa.ChangeType:
		return ResolveAt(x.X, depth+1)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return heldIn(x.X, depth)
		}
	}
	return Callee{}
}

// boundMethod is the method that a method value calls.
func boundMethod(x *ssa.MakeClosure) Callee {
	c := walk.OnlyCall(x.Fn.(*ssa.Function))
	if c == nil {
		return Callee{}
	}
	if c.IsInvoke() {
		return Callee{Method: c.Method, Recv: x.Bindings[0]}
	}
	if real, ok := c.Value.(*ssa.Function); ok {
		return Callee{Fn: real, Recv: x.Bindings[0]}
	}
	return Callee{}
}

// heldIn is the function that a variable always holds. Of one that is captured, what the function has captured, and
// its receiver, are in another frame.
func heldIn(addr ssa.Value, depth int) Callee {
	a := CapturedVariable(addr)
	if a == nil {
		return Callee{}
	}
	s := SoleStore(a)
	if s == nil {
		return Callee{}
	}
	c := ResolveAt(s, depth+1)
	if _, captured := addr.(*ssa.FreeVar); captured {
		if c.Recv != nil {
			return Callee{}
		}
		c.Bindings = nil
	}
	return c
}

// ThroughWrapper sees through thunks, wrappers of promoted methods and instantiation wrappers.
func ThroughWrapper(fn *ssa.Function) Callee {
	if fn.Synthetic == "" || fn.Blocks == nil {
		return Callee{Fn: fn}
	}
	inst := synthetic.IsInstantiation(fn)
	if !inst && !synthetic.IsThunk(fn) && !synthetic.IsWrapper(fn) {
		return Callee{Fn: fn}
	}
	c := walk.OnlyCall(fn)
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

// Unconverted is the value that v is under another type, nil if v is no such value.
func Unconverted(v any) ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return x.X
	case *ssa.ChangeInterface:
		return x.X
	case *ssa.ChangeType:
		return x.X
	}
	return nil
}

// Unnegated is a condition without the negations around it, and whether there is an odd number of these.
func Unnegated(cond ssa.Value) (v ssa.Value, negated bool) {
	for {
		u, ok := cond.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return cond, negated
		}
		cond, negated = u.X, !negated
	}
}
