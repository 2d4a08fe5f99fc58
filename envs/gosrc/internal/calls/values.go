package calls

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// alternatives are the functions that a value may be.
type alternatives struct {
	fns     []*ssa.Function
	unknown bool  // or others
	many    bool  // more than are worth following
	params  bool  // parameters were followed to their arguments
	named   bool  // of calls only those that name the function are followed
	seen    []any // the parameters, phis, variables and results of which all is added
}

// limit is how many functions are worth following.
func (a *alternatives) limit() int {
	if a.params {
		return maxPassed
	}
	return MaxImplementations
}

func (a *alternatives) add(fn *ssa.Function) {
	switch {
	case slices.Contains(a.fns, fn):
	case len(a.fns) == a.limit():
		a.many = true
	default:
		a.fns = append(a.fns, fn)
	}
}

// visit reports whether what key stands for was not seen yet.
func (a *alternatives) visit(key any) bool {
	if slices.Contains(a.seen, key) {
		return false
	}
	a.seen = append(a.seen, key)
	return true
}

// MayBe is the functions that a call of a value lists, and whether it may be others.
func (g *Graph) MayBe(v ssa.Value) (fns []*ssa.Function, open bool) {
	var may alternatives
	g.collect(v, &may, 0)
	if may.many {
		return nil, true
	}
	open = may.unknown
	for _, fn := range may.fns {
		if f := g.src.IDs[fn]; synthetic.IsBound(fn) && fn.Blocks != nil || f != nil && int(f.ID) < g.src.Source {
			fns = append(fns, fn)
		} else {
			open = true // it has no body, or no number yet
		}
	}
	return fns, open || len(fns) == 0
}

// lists reports whether a call of a value lists a function.
func (g *Graph) lists(v ssa.Value, fn *ssa.Function) bool {
	fns, _ := g.MayBe(v)
	return slices.Contains(fns, g.src.ShownFunc(fn))
}

// maxSources is how often the value that is called may have been handed on.
const maxSources = 6

// collect adds what v may be: functions and closures, also by way of phis, of local variables, of parameters, of
// fields and package variables, and of what functions return.
func (g *Graph) collect(v ssa.Value, into *alternatives, depth int) {
	if into.many {
		return
	}
	if depth > maxSources {
		into.unknown = true
		return
	}
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return // a call of nil reaches no function
	}
	to := local.ResolveAt(v, depth)
	if to.Fn != nil && to.Recv == nil && to.Via == nil && library.ModelOf(to.Fn) == library.None {
		into.add(g.src.ShownFunc(to.Fn))
		return
	}
	switch x := v.(type) {
	case *ssa.MakeClosure:
		if fn := x.Fn.(*ssa.Function); synthetic.IsBound(fn) {
			into.add(fn)
			return
		}
	case *ssa.Parameter:
		if into.visit(x) {
			g.passed(x, into, depth)
		}
		return
	case *ssa.Phi:
		if into.visit(x) {
			for _, e := range x.Edges {
				g.collect(e, into, depth+1)
			}
		}
		return
	case *ssa.ChangeType:
		g.collect(x.X, into, depth+1)
		return
	case *ssa.Call:
		g.returned(&x.Call, 0, into, depth)
		return
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			g.returned(&c.Call, x.Index, into, depth)
			return
		}
	case *ssa.Field:
		g.inVariable(shape.StructOf(x.X.Type()).Field(x.Field).Origin(), into, depth)
		return
	case *ssa.UnOp:
		if x.Op == token.MUL && g.heldAt(x.X, into, depth) {
			return
		}
	}
	into.unknown = true
}

// heldAt adds what the variable at an address may hold; it fails if nothing is known of the variable.
func (g *Graph) heldAt(addr ssa.Value, into *alternatives, depth int) bool {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		of := local.CapturedVariable(a)
		if of == nil {
			return false
		}
		stored, ok := local.Stores(of)
		if ok && into.visit(of) {
			for _, s := range stored {
				g.collect(s.Val, into, depth+1)
			}
		}
		return ok
	case *ssa.FieldAddr:
		if s := shape.StructOf(a.X.Type()); s != nil {
			g.inVariable(s.Field(a.Field).Origin(), into, depth)
			return true
		}
	case *ssa.Global:
		if v, ok := a.Object().(*types.Var); ok {
			g.inVariable(v, into, depth)
			return true
		}
	}
	return false
}

// returned adds what a call may return as result i.
func (g *Graph) returned(c *ssa.CallCommon, i int, into *alternatives, depth int) {
	fn := c.StaticCallee()
	if fn != nil {
		fn = g.src.Declared(fn)
	}
	if fn == nil || fn.Blocks == nil || library.ModelOf(fn) != library.None {
		into.unknown = true
		return
	}
	if !into.visit(result{fn, i}) {
		return
	}
	for r := range walk.Returns(fn) {
		g.collect(r.Results[i], into, depth+1)
	}
}

// result is the key of what a function returns.
type result struct {
	fn *ssa.Function
	i  int
}
