package calls

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// uses is how functions are used in the whole program.
type uses struct {
	g       *Graph
	once    sync.Once
	values  map[*ssa.Function]bool // otherwise than by calls that name them
	boxed   map[types.Object]bool  // types of which there are values in interfaces
	invoked map[string]bool        // methods of interfaces that are called, by name, if they are not exported

	called    map[*ssa.Function]bool // by calls and go statements, in functions of the program, that name them
	elsewhere map[*ssa.Function]bool // used in another way
}

func (u *uses) find() {
	u.values, u.boxed, u.invoked = map[*ssa.Function]bool{}, map[types.Object]bool{}, map[string]bool{}
	u.called, u.elsewhere = map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	u.g.src.EveryFunc(u.function)
}

func (u *uses) function(fn *ssa.Function) {
	shown := u.g.src.IDs[fn] != nil
	for in := range walk.Instrs(fn) {
		var called ssa.Value
		switch x := in.(type) {
		case ssa.CallInstruction:
			called = x.Common().Value
			if x.Common().IsInvoke() {
				u.invoke(x.Common().Method)
			}
		case *ssa.MakeInterface:
			u.box(x.X.Type())
		}
		for op := range walk.Operands(in) {
			f, ok := op.(*ssa.Function)
			if !ok {
				continue
			}
			_, deferred := in.(*ssa.Defer)
			if ssa.Value(f) == called && shown && !deferred {
				u.called[f] = true
			} else {
				u.elsewhere[f] = true
			}
			switch {
			case ssa.Value(f) == called:
				called = nil // a second time it is an argument
				u.wrapped(f)
			case !started(in, f) && !(synthetic.IsBound(f) && u.g.StaysSeen(f)):
				u.value(f)
			}
		}
	}
}

// started reports whether an instruction uses a function, or its method on some value, for nothing but to start a
// goroutine.
func started(in ssa.Instruction, f *ssa.Function) bool {
	switch x := in.(type) {
	case *ssa.MakeClosure:
		if local.ResolveAt(x, 0).Fn == nil {
			return false
		}
		return !slices.ContainsFunc(*x.Referrers(), func(r ssa.Instruction) bool {
			c, ok := r.(ssa.CallInstruction)
			return !ok || !local.StartsOnly(c.Common(), x)
		})
	case ssa.CallInstruction:
		return f.Synthetic == "" && local.StartsOnly(x.Common(), f)
	}
	return false
}

// value notes that a function is used as a value, or one behind it: of an instance the generic function, of a method
// value the method.
func (u *uses) value(f *ssa.Function) {
	u.values[f] = true
	if o := f.Origin(); o != nil {
		u.values[o] = true
	}
	u.wrapped(f)
}

// wrapped notes what a synthetic function calls.
func (u *uses) wrapped(f *ssa.Function) {
	if o := f.Object(); f.Blocks == nil && (o == nil || o.Pkg() == nil || o.Pkg().Path() != "sync/atomic") {
		for _, t := range f.TypeArgs() {
			u.box(t) // it may be put into an interface there
		}
	}
	m, ok := f.Object().(*types.Func)
	if f.Synthetic == "" || !ok || f.Origin() != nil {
		return
	}
	if types.IsInterface(shape.RecvType(m)) {
		u.invoke(m)
	} else if g := u.g.src.Prog.FuncValue(m.Origin()); g != nil {
		u.values[g] = true
	}
}

func (u *uses) invoke(m *types.Func) {
	if !m.Exported() {
		u.invoked[m.Name()] = true
	}
}

// box notes that a value of type t is put into an interface: its methods may be called from there, and those that it
// has from what is embedded.
func (u *uses) box(t types.Type) {
	n := shape.NamedOf(t)
	if n != nil {
		if u.boxed[n.Obj()] {
			return
		}
		u.boxed[n.Obj()] = true
		t = n
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Embedded() {
				u.box(f.Type())
			}
		}
	}
}

// UsedOpenly reports whether a function may be called where that is not seen, by way of a value.
func (g *Graph) UsedOpenly(fn *ssa.Function) bool {
	g.uses.once.Do(g.uses.find)
	return g.uses.open(fn)
}

// open reports whether a function may be called where that is not seen, by way of a value. A method that is not
// exported is called through an interface only by code of its package.
func (u *uses) open(fn *ssa.Function) bool {
	switch {
	case fn.Parent() != nil:
		return !u.g.StaysSeen(fn)
	case local.IsInitialisation(fn):
		return false
	case u.values[fn]:
		return true
	case fn.Signature.Recv() != nil:
		n := shape.NamedOf(fn.Signature.Recv().Type())
		return n == nil || u.boxed[n.Obj()] && (ast.IsExported(fn.Name()) || u.invoked[fn.Name()])
	}
	return fn.TypeParams().Len() > 0 && ast.IsExported(fn.Name())
}

// Closed reports whether all that calls a function are operations of the program. It then is not exported, and used for
// nothing but static calls and go statements in functions of the program. Methods are left out, since interfaces lead
// to them, and so are function literals. Nothing outside Go source is taken to call unexported functions, but the run
// time of Go calls its own.
func (g *Graph) Closed(fn *ssa.Function) bool {
	if fn.Signature.Recv() != nil || fn.Parent() != nil || fn.Synthetic != "" || fn.Pkg == nil || isCalledByRuntime(fn) {
		return false
	}
	if ast.IsExported(fn.Name()) || fn.TypeParams().Len() > 0 || len(fn.TypeArgs()) > 0 {
		return false
	}
	g.uses.once.Do(g.uses.find)
	return g.uses.called[fn] && !g.uses.elsewhere[fn]
}

// isCalledByRuntime reports whether the run time of Go calls a function, or may do so, which it is a part of.
func isCalledByRuntime(fn *ssa.Function) bool {
	path := fn.Pkg.Pkg.Path()
	return fn.Name() == "main" || strings.HasPrefix(fn.Name(), "init") || path == "runtime" ||
		strings.HasPrefix(path, "runtime/") || strings.HasPrefix(path, "internal/runtime/")
}
