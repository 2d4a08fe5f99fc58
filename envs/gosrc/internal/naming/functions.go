package naming

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Func is the function's name with package and receiver, as go/ssa writes it. An instance has the name of the generic
// function that it is made from: it is the same source.
func Func(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if outer := fn.Parent(); outer != nil {
		for outer.Parent() != nil {
			outer = outer.Parent()
		}
		// The name of a function literal begins with that of the function around it.
		return strings.TrimSuffix(Func(outer), outer.Name()) + fn.Name()
	}
	if fn.Pkg == nil || fn.Synthetic != "" {
		return fn.String()
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	t := types.Unalias(recv.Type())
	ptr, isPtr := t.(*types.Pointer)
	if isPtr {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return fn.String()
	}
	if isPtr {
		return "(*" + fn.Pkg.Pkg.Path() + "." + named.Obj().Name() + ")." + fn.Name()
	}
	return "(" + fn.Pkg.Pkg.Path() + "." + named.Obj().Name() + ")." + fn.Name()
}

// LateFunc is a function that writes its name when it is asked for.
type LateFunc ssa.Function

func (f *LateFunc) String() string { return Func((*ssa.Function)(f)) }

// LateMethod is the same for the method of an interface.
type LateMethod types.Func

func (m *LateMethod) String() string { return (*types.Func)(m).FullName() }

// None is the name of a function value.
type None struct{}

func (None) String() string { return "" }

func Method(recv types.Type, name string) string {
	star := ""
	if p, ok := types.Unalias(recv).(*types.Pointer); ok {
		star, recv = "*", p.Elem()
	}
	if n, ok := types.Unalias(recv).(*types.Named); ok {
		if star != "" {
			return "(*" + n.Obj().Name() + ")." + name
		}
		return n.Obj().Name() + "." + name
	}
	return name
}

func Callee(fn *ssa.Function) string {
	if recv := fn.Signature.Recv(); recv != nil {
		return Method(recv.Type(), fn.Name())
	}
	return fn.Name()
}
