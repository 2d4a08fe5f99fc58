package gosrc

import (
	"go/ast"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// Start is the initialisation of the packages, one after the other, and if the patterns
// match one main package and no tests, its main function. Otherwise the program is a
// library. Others are roots that code which is not seen may call: they are used as values,
// or are methods of types that are put into interfaces; of a library also what is
// exported, tests included. The threads that call these start after the initialisation.
func (p *Program) Start() (main, others []envs.FuncID, alone bool) {
	of := p.src.MainPackage()
	first := make(map[envs.FuncID]bool)
	for _, pkg := range p.src.Initial {
		if id, ok := p.FuncOf(pkg.SSA.Func("init")); ok && !first[id] {
			main, first[id] = append(main, id), true
		}
	}
	if of != nil {
		if id, ok := p.FuncOf(of.SSA.Func("main")); ok {
			main, first[id] = append(main, id), true
		}
	}
	p.uses.once.Do(p.uses.find)
	for _, id := range p.Roots() {
		if fn := p.src.Funcs[id].SSA; !first[id] && (p.uses.open(fn) || of == nil && offered(fn)) {
			others = append(others, id)
		}
	}
	return main, others, p.src.Alone
}

// offered reports whether code outside the packages can name a function, or has a value
// of which it is a method.
func offered(fn *ssa.Function) bool {
	return fn.Parent() == nil && (ast.IsExported(fn.Name()) || fn.Name() == "main" && fn.Signature.Recv() == nil)
}

// uses is how functions are used in the whole program.
type uses struct {
	p       *Program
	once    sync.Once
	values  map[*ssa.Function]bool // otherwise than by calls that name them
	boxed   map[types.Object]bool  // types of which there are values in interfaces
	invoked map[string]bool        // methods of interfaces that are called, by name, if they are not exported
}

func (u *uses) find() {
	u.values, u.boxed, u.invoked = map[*ssa.Function]bool{}, map[types.Object]bool{}, map[string]bool{}
	u.p.src.EveryFunc(u.function)
}

func (u *uses) function(fn *ssa.Function) {
	var buf [8]*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
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
			for _, op := range in.Operands(buf[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					switch {
					case ssa.Value(f) == called:
						called = nil // a second time it is an argument
						u.wrapped(f)
					case !started(in, f) && !(synthetic.IsBound(f) && u.p.staysSeen(f)):
						u.value(f)
					}
				}
			}
		}
	}
}

// started reports whether an instruction uses a function, or its method on some value, for
// nothing but to start a goroutine.
func started(in ssa.Instruction, f *ssa.Function) bool {
	switch x := in.(type) {
	case *ssa.MakeClosure:
		if local.ResolveAt(x, 0).Fn == nil {
			return false
		}
		for _, r := range *x.Referrers() {
			if c, ok := r.(ssa.CallInstruction); !ok || !local.StartsOnly(c.Common(), x) {
				return false
			}
		}
		return true
	case ssa.CallInstruction:
		return f.Synthetic == "" && local.StartsOnly(x.Common(), f)
	}
	return false
}

// value notes that a function is used as a value, or one behind it: of an instance the
// generic function, of a method value the method.
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
	} else if g := u.p.src.Prog.FuncValue(m.Origin()); g != nil {
		u.values[g] = true
	}
}

func (u *uses) invoke(m *types.Func) {
	if !m.Exported() {
		u.invoked[m.Name()] = true
	}
}

// box notes that a value of type t is put into an interface: its methods may be called
// from there, and those that it has from what is embedded.
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

// open reports whether a function may be called where that is not seen, by way of a value.
// A method that is not exported is called through an interface only by code of its package.
func (u *uses) open(fn *ssa.Function) bool {
	switch {
	case fn.Parent() != nil:
		return !u.p.staysSeen(fn)
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

var _ envs.Started = (*Program)(nil)
