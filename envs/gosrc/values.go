package gosrc

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/library"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/shape"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
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
	return maxImplementations
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

// mayBe is the functions that a call of a value lists, and whether it may be others.
func (p *Program) mayBe(v ssa.Value) (fns []*ssa.Function, open bool) {
	var may alternatives
	p.collect(v, &may, 0)
	if may.many {
		return nil, true
	}
	open = may.unknown
	for _, fn := range may.fns {
		if f := p.src.IDs[fn]; synthetic.IsBound(fn) && fn.Blocks != nil || f != nil && int(f.ID) < p.src.Source {
			fns = append(fns, fn)
		} else {
			open = true // it has no body, or no number yet
		}
	}
	return fns, open || len(fns) == 0
}

// lists reports whether a call of a value lists a function.
func (p *Program) lists(v ssa.Value, fn *ssa.Function) bool {
	fns, _ := p.mayBe(v)
	return slices.Contains(fns, p.src.ShownFunc(fn))
}

// maxSources is how often the value that is called may have been handed on.
const maxSources = 6

// collect adds what v may be: functions and closures, also by way of phis, of local
// variables, of parameters, of fields and package variables, and of what functions
// return.
func (p *Program) collect(v ssa.Value, into *alternatives, depth int) {
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
	if to := local.ResolveAt(v, depth); to.Fn != nil && to.Recv == nil && to.Via == nil && library.ModelOf(to.Fn) == library.None {
		into.add(p.src.ShownFunc(to.Fn))
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
			p.passed(x, into, depth)
		}
		return
	case *ssa.Phi:
		if into.visit(x) {
			for _, e := range x.Edges {
				p.collect(e, into, depth+1)
			}
		}
		return
	case *ssa.ChangeType:
		p.collect(x.X, into, depth+1)
		return
	case *ssa.Call:
		p.returned(&x.Call, 0, into, depth)
		return
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			p.returned(&c.Call, x.Index, into, depth)
			return
		}
	case *ssa.Field:
		p.inVariable(shape.StructOf(x.X.Type()).Field(x.Field).Origin(), into, depth)
		return
	case *ssa.UnOp:
		if x.Op == token.MUL && p.heldAt(x.X, into, depth) {
			return
		}
	}
	into.unknown = true
}

// heldAt adds what the variable at an address may hold; it fails if nothing is known of
// the variable.
func (p *Program) heldAt(addr ssa.Value, into *alternatives, depth int) bool {
	switch a := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		of := local.CapturedVariable(a)
		if of == nil {
			return false
		}
		stored, ok := local.Stores(of)
		if ok && into.visit(of) {
			for _, s := range stored {
				p.collect(s, into, depth+1)
			}
		}
		return ok
	case *ssa.FieldAddr:
		if s := shape.StructOf(a.X.Type()); s != nil {
			p.inVariable(s.Field(a.Field).Origin(), into, depth)
			return true
		}
	case *ssa.Global:
		if v, ok := a.Object().(*types.Var); ok {
			p.inVariable(v, into, depth)
			return true
		}
	}
	return false
}

// returned adds what a call may return as result i.
func (p *Program) returned(c *ssa.CallCommon, i int, into *alternatives, depth int) {
	fn := c.StaticCallee()
	if fn != nil {
		fn = p.src.Declared(fn)
	}
	if fn == nil || fn.Blocks == nil || library.ModelOf(fn) != library.None {
		into.unknown = true
		return
	}
	if !into.visit(result{fn, i}) {
		return
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			p.collect(r.Results[i], into, depth+1)
		}
	}
}

// result is the key of what a function returns.
type result struct {
	fn *ssa.Function
	i  int
}

// callValue lowers the call of a function value that may be one of several
// functions, or others that are not known.
func (l *lowerer) callValue(c *ssa.CallCommon, args []ssa.Value, v ssa.Value, mode callMode) {
	l.callbacks(nil, args, mode)
	callee := &envs.Callee{Name: l.valueName(c.Value), Full: naming.None{}, FirstArg: 1}
	fns, open := l.p.mayBe(c.Value)
	callee.Open = open
	params := len(args)
	for _, fn := range fns {
		params = max(params, len(args)+len(fn.FreeVars))
	}
	uses := l.uses(1 + params)
	clear(uses) // what a closure has captured is not known here
	uses[0] = l.reg(c.Value)
	for i, a := range args {
		uses[1+i] = l.reg(a)
	}
	if len(fns) > 0 {
		for i, a := range args {
			if !l.canLead(a) {
				continue
			}
			if path := l.path(a); path != nil {
				if callee.Args == nil {
					callee.Args = l.newArgs(params)
				}
				callee.Args[i] = path
			}
		}
		free, own := l.capturedPaths(c.Value, fns, open)
		if free != nil && callee.Args == nil {
			callee.Args = l.newArgs(params)
		}
		for _, fn := range fns {
			x := listing{callee: callee}
			if paths, ok := own[fn]; ok {
				x.hasOwn = true
				if callee.Args != nil || paths != nil {
					x.own = l.newArgs(len(args) + len(paths))
					copy(x.own, callee.Args[:min(len(args), len(callee.Args))])
					copy(x.own[len(args):], paths)
				}
			}
			l.addTo(fn, x)
		}
		if free != nil {
			copy(callee.Args[len(args):], free)
		}
	}
	l.operation(mode, v, uses).Callee = callee
}

// addTo adds a function to those that a call lists, at once or when it gets a number.
func (l *lowerer) addTo(fn *ssa.Function, x listing) {
	if t := l.target(fn); t.found != nil {
		t.found.callees = append(t.found.callees, x)
	} else {
		x.add(t.known.ID)
	}
}

// add adds the function that has a number to those that the callee lists.
func (x listing) add(id envs.FuncID) {
	c := x.callee
	if i, found := slices.BinarySearch(c.Funcs, id); !found {
		c.Funcs = slices.Insert(c.Funcs, i, id)
	}
	if !x.hasOwn {
		return
	}
	if c.Own == nil {
		c.Own = map[envs.FuncID][]*envs.Path{}
	}
	c.Own[id] = x.own
}
