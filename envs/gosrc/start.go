package gosrc

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// Start is the initialisation of the one main package that the patterns match, and its
// main function. Without one the program is a library; tests are started by another
// main function. Others are roots that code which is not seen may call: they are used as
// values, or are methods of types that are put into interfaces.
func (p *Program) Start() (main, others []envs.FuncID, alone bool) {
	var of *Package
	for _, pkg := range p.Packages {
		if !pkg.Root {
			continue
		}
		if pkg.Load.ForTest != "" || strings.HasSuffix(pkg.Load.ID, ".test") {
			return nil, nil, false
		}
		if pkg.SSA.Pkg.Name() == "main" {
			if of != nil {
				return nil, nil, false
			}
			of = pkg
		}
	}
	if of == nil {
		return nil, nil, false
	}
	for _, name := range [...]string{"init", "main"} {
		if id, ok := p.FuncOf(of.SSA.Func(name)); ok {
			main = append(main, id)
		}
	}
	u := usesOf(p)
	for _, id := range p.roots {
		if u.open(p.funcs[id].ssa) {
			others = append(others, id)
		}
	}
	return main, others, true
}

// uses is how functions are used in the whole program.
type uses struct {
	values map[*ssa.Function]bool // otherwise than by calls that name them
	boxed  map[types.Object]bool  // types of which there are values in interfaces
}

func usesOf(p *Program) *uses {
	u := &uses{values: map[*ssa.Function]bool{}, boxed: map[types.Object]bool{}}
	for _, f := range p.funcs {
		u.function(f.ssa)
	}
	for _, fn := range p.rest {
		u.function(fn)
	}
	return u
}

func (u *uses) function(fn *ssa.Function) {
	var buf [8]*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			var called ssa.Value
			switch x := in.(type) {
			case ssa.CallInstruction:
				called = x.Common().Value
			case *ssa.MakeInterface:
				u.box(x.X.Type())
			}
			for _, op := range in.Operands(buf[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					if ssa.Value(f) == called {
						called = nil // a second time it is an argument
					} else {
						u.values[f] = true
					}
				}
			}
		}
	}
}

// box notes that a value of type t is put into an interface: its methods may be called
// from there, and those that it has from what is embedded.
func (u *uses) box(t types.Type) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		if u.boxed[n.Obj()] {
			return
		}
		u.boxed[n.Obj()] = true
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Embedded() {
				u.box(f.Type())
			}
		}
	}
}

// open reports whether a function may be called where that is not seen.
func (u *uses) open(fn *ssa.Function) bool {
	switch {
	case fn.Parent() != nil:
		_, ok := literalCalls(fn)
		return !ok
	case fn.Synthetic == "package initializer", strings.HasPrefix(fn.Name(), "init#"):
		return false
	case fn.Signature.Recv() != nil:
		t := types.Unalias(fn.Signature.Recv().Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		n, ok := t.(*types.Named)
		return u.values[fn] || !ok || u.boxed[n.Obj()]
	}
	return u.values[fn] || fn.TypeParams().Len() > 0
}

// quiet reports whether a function that is not known starts no thread that executes
// something of the program, and neither keeps nor returns what it is passed.
func quiet(fn *ssa.Function) bool {
	if fn.Synthetic == "package initializer" {
		return true
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return false
	}
	name := obj.Name()
	if strings.HasPrefix(name, "Append") {
		return false // the result is an argument
	}
	switch obj.Pkg().Path() {
	case "strings", "strconv", "math", "math/bits", "unicode", "unicode/utf8", "sync/atomic":
		return true
	case "math/rand", "math/rand/v2":
		return obj.Signature().Recv() == nil && !strings.HasPrefix(name, "New")
	case "fmt":
		return strings.HasPrefix(strings.TrimLeft(name, "FS"), "rint") || strings.HasPrefix(name, "Print")
	case "log":
		return obj.Signature().Recv() == nil && name != "New" && !strings.HasPrefix(name, "Set") && name != "Default"
	case "errors":
		return name == "New"
	case "os":
		return name == "Exit" || name == "Getenv"
	case "sort":
		return name != "Reverse"
	case "time":
		return name != "AfterFunc"
	case "sync":
		return name == "Add" || name == "Done"
	}
	return false
}

var _ envs.Started = (*Program)(nil)
