package gosrc

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// alternatives are the functions that a value may be.
type alternatives struct {
	fns     []*ssa.Function
	unknown bool             // or others
	params  []*ssa.Parameter // that were followed to their arguments
}

// limit is how many functions are worth following.
func (a *alternatives) limit() int {
	if len(a.params) > 0 {
		return maxPassed
	}
	return maxImplementations
}

func (a *alternatives) add(fn *ssa.Function) {
	switch {
	case slices.Contains(a.fns, fn):
	case len(a.fns) == a.limit():
		a.unknown = true
	default:
		a.fns = append(a.fns, fn)
	}
}

// collect adds what v may be: functions and closures, also by way of phis, of
// variables of which all assignments are known, of parameters of which all arguments
// are known, and of fields of the program's own packages.
func (p *Program) collect(v ssa.Value, into *alternatives, fields bool, depth int) {
	if into.unknown {
		return
	}
	if depth > 6 {
		into.unknown = true
		return
	}
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return // a call of nil reaches no function
	}
	if to := resolveAt(v, depth); to.fn != nil && to.recv == nil && to.via == nil && modelOf(to.fn) == none {
		into.add(to.fn)
		return
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		p.passed(x, into, fields, depth)
		return
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v {
				p.collect(e, into, fields, depth+1)
			}
		}
		return
	case *ssa.ChangeType:
		p.collect(x.X, into, fields, depth+1)
		return
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch a := x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			if stored, ok := stores(capturedVariable(a)); ok {
				for _, s := range stored {
					p.collect(s, into, fields, depth+1)
				}
				return
			}
		case *ssa.FieldAddr:
			if s := structOf(a.X.Type()); s != nil && fields {
				p.inField(s.Field(a.Field).Origin(), into)
				return
			}
		}
	}
	into.unknown = true
}

// stores are the values that are stored in a variable; it fails if not all are
// known.
func stores(a *ssa.Alloc) ([]ssa.Value, bool) {
	if a == nil || a.Referrers() == nil {
		return nil, false
	}
	var all []ssa.Value
	var visit func(v ssa.Value, depth int) bool
	visit = func(v ssa.Value, depth int) bool {
		if depth > 8 {
			return false
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Val == v {
					return false
				}
				all = append(all, r.Val)
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for i, b := range r.Bindings {
					if b == v && !visit(fn.FreeVars[i], depth+1) {
						return false
					}
				}
			default:
				return false
			}
		}
		return true
	}
	ok := visit(a, 0)
	return all, ok
}

// fieldTable says which functions the fields of a package's types may hold, and what
// is passed to its functions.
type fieldTable struct {
	packages sync.Map // *types.Package to func() map[*types.Var]*alternatives
	passes   sync.Map // *types.Package to func() *passes
}

// inField adds what field v may hold, if only the package that declares it can set
// it.
func (p *Program) inField(v *types.Var, into *alternatives) {
	pkg := v.Pkg()
	if v.Exported() || !p.hasBodies(pkg) {
		into.unknown = true
		return
	}
	find, ok := p.fields.packages.Load(pkg)
	if !ok {
		find, _ = p.fields.packages.LoadOrStore(pkg, sync.OnceValue(func() map[*types.Var]*alternatives { return p.fieldsOf(pkg) }))
	}
	held := find.(func() map[*types.Var]*alternatives)()[v]
	if held == nil || held.unknown {
		into.unknown = true
		return
	}
	for _, fn := range held.fns {
		into.add(fn)
	}
}

// fieldsOf searches a package for what is stored in its fields of function types.
func (p *Program) fieldsOf(pkg *types.Package) map[*types.Var]*alternatives {
	found := make(map[*types.Var]*alternatives)
	at := func(v *types.Var) *alternatives {
		v = v.Origin()
		if found[v] == nil {
			found[v] = &alternatives{}
		}
		return found[v]
	}
	p.writtenAll(func(fn *ssa.Function) {
		if fn.Pkg == nil || fn.Pkg.Pkg != pkg {
			return
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch x := i.(type) {
				case *ssa.FieldAddr:
					if s := structOf(x.X.Type()); s != nil && isFunc(s.Field(x.Field)) {
						p.assigned(x, at(s.Field(x.Field)))
					}
				case *ssa.ChangeType:
					// What the fields of one struct hold gets into those of another.
					if s := structOf(x.Type()); s != nil && s != structOf(x.X.Type()) {
						for v := range s.Fields() {
							at(v).unknown = true
						}
					}
				}
			}
		}
	})
	return found
}

func isFunc(v *types.Var) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// assigned adds what is stored at the address of a field.
func (p *Program) assigned(a *ssa.FieldAddr, into *alternatives) {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if r.Val != ssa.Value(a) {
				p.collect(r.Val, into, false, 0)
				continue
			}
		}
		into.unknown = true
	}
}

// callValue lowers the call of a function value that may be one of several
// functions, or any.
func (l *lowerer) callValue(c *ssa.CallCommon, args []ssa.Value, v ssa.Value, mode callMode) {
	l.callbacks(nil, args, mode)
	var may alternatives
	l.p.collect(c.Value, &may, true, 0)
	callee := &envs.Callee{Name: l.valueName(c.Value), Full: noName{}, Open: may.unknown, FirstArg: 1}
	params := len(args)
	if !may.unknown {
		for _, fn := range may.fns {
			f := l.p.ids[fn]
			if f == nil || int(f.id) >= l.p.source {
				callee.Open = true // it has no body, or no number yet
				continue
			}
			callee.Funcs = append(callee.Funcs, f.id)
			params = max(params, len(args)+len(fn.FreeVars))
		}
		slices.Sort(callee.Funcs)
		callee.Open = callee.Open || len(callee.Funcs) == 0
	}
	uses := l.uses(1 + params)
	clear(uses) // what a closure has captured is not known here
	uses[0] = l.reg(c.Value)
	for i, a := range args {
		uses[1+i] = l.reg(a)
	}
	if len(callee.Funcs) > 0 {
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
	}
	l.operation(mode, v, uses).Callee = callee
}
