package amplify

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A callable is a function that its package declares.
type callable struct {
	id   envs.FuncID
	obj  *types.Func
	sig  *types.Signature
	decl *ast.FuncDecl
	pkg  *gosrc.Package
	file string // of its declaration
}

// find is the declared function that function id is, or in which it is written; or why there is none to call.
func find(p *gosrc.Program, id envs.FuncID) (*callable, string) {
	fn := p.SSA(id)
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	obj, ok := fn.Object().(*types.Func)
	decl, written := fn.Syntax().(*ast.FuncDecl)
	outer, known := p.FuncOf(fn)
	switch {
	case !ok || !written || fn.Synthetic != "" || !known || fn.Pkg == nil || decl.Type == nil:
		return nil, "nobody has written it as a function that can be called"
	case generic(fn):
		return nil, "it is generic"
	case decl.Body == nil:
		return nil, "its body is not written in Go"
	case obj.Name() == "_" || fn.Signature.Recv() == nil && slices.Contains([]string{"init", "main"}, obj.Name()):
		return nil, "it cannot be called by its name"
	}
	c := &callable{id: outer, obj: obj, sig: fn.Signature, decl: decl}
	c.file = p.Fset().PositionFor(decl.Pos(), false).Filename
	for _, pkg := range p.Packages {
		if pkg.SSA == fn.Pkg {
			c.pkg = pkg
		}
	}
	if c.pkg == nil || !c.pkg.Root {
		return nil, "no pattern matches its package"
	}
	return c, ""
}

func generic(fn *ssa.Function) bool {
	return fn.TypeParams().Len() > 0 || fn.Signature.TypeParams().Len() > 0 || fn.Signature.RecvTypeParams().Len() > 0
}

// inTest reports whether the function is declared in a test file.
func (c *callable) inTest() bool { return strings.HasSuffix(c.file, "_test.go") }

// inputs are the receiver, if there is one, and the parameters.
func (c *callable) inputs() (list []*types.Var) {
	if r := c.sig.Recv(); r != nil {
		list = append(list, r)
	}
	for v := range c.sig.Params().Variables() {
		list = append(list, v)
	}
	return list
}

// name is the function's name for people.
func (c *callable) name() string {
	r := c.sig.Recv()
	if r == nil {
		return c.obj.Name()
	}
	of := types.TypeString(r.Type(), func(*types.Package) string { return "" })
	if strings.HasPrefix(of, "*") {
		of = "(" + of + ")"
	}
	return of + "." + c.obj.Name()
}

// own is passed to a function that has no input of the first one to take.
const own = -1

// match says which inputs of f the second function m takes, for each of its own, or why it cannot be called so. A
// receiver must be one of f's inputs.
func match(f, m *callable) (from []int, why string) {
	have, need := f.inputs(), m.inputs()
	used := make([]bool, len(have))
	for i, v := range need {
		from = append(from, own)
		if f.id == m.id {
			from[i] = i
			continue
		}
		receives := i == 0 && m.sig.Recv() != nil
		best := 0
		for j, w := range have {
			if score := fits(w, v, receives, used[j]); score > best {
				best, from[i] = score, j
			}
		}
		if from[i] != own {
			used[from[i]] = true
		} else if receives {
			return nil, fmt.Sprintf("%s is passed no %s", f.name(), types.TypeString(v.Type(), relative(f.pkg)))
		}
	}
	return from, ""
}

// fits says how well a value suits as an input, 0 if not.
func fits(have, need *types.Var, receiver, used bool) (score int) {
	switch a, b := have.Type(), need.Type(); {
	case types.Identical(a, b):
		score = 4
	case receiver && pointsTo(a, b): // which Go dereferences
		score = 4
	case !receiver && asks(b) && types.AssignableTo(a, b):
		score = 1
	default:
		return 0
	}
	if have.Name() == need.Name() {
		score += 2
	}
	if !used {
		score++
	}
	return score
}

func pointsTo(a, b types.Type) bool {
	p, ok := types.Unalias(a).(*types.Pointer)
	return ok && types.Identical(p.Elem(), b)
}

// asks reports whether a type is an interface with methods.
func asks(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0
}

// leads reports whether memory that threads share may be reached from a value.
func leads(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	case *types.Struct:
		for f := range t.Fields() {
			if leads(f.Type()) {
				return true
			}
		}
	}
	return false
}

// relative has no names for what a package declares itself.
func relative(p *gosrc.Package) types.Qualifier {
	return func(q *types.Package) string {
		if q.Path() == p.SSA.Pkg.Path() {
			return ""
		}
		return q.Name()
	}
}

// fieldName names a field as classes of memory are named.
func fieldName(at *ssa.FieldAddr) string {
	t := types.Unalias(at.X.Type().Underlying().(*types.Pointer).Elem())
	of := types.TypeString(t, (*types.Package).Name)
	return of + "." + t.Underlying().(*types.Struct).Field(at.Field).Name()
}
