package gosrc

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A parameter is worth following to its arguments if its function has at most
// maxCalls callers: what one passes, all others seem to get back. A function that
// takes a lock is followed further, because its parameters are called under it.
const maxCalls = 8

// maxPassed is how many functions a parameter may hold for a call of it to be worth
// following.
const maxPassed = 32

// passes are the calls of a package's unexported functions and methods. An instance
// of a generic function counts as that function.
type passes struct {
	calls   map[*ssa.Function][][]ssa.Value // the arguments, receivers included
	escaped map[*ssa.Function]bool          // used otherwise than by a call that names them
	invoked map[string]bool                 // names of methods called through interfaces
}

// passed adds what parameter v may hold, if all calls of its function are known.
func (p *Program) passed(v *ssa.Parameter, into *alternatives, fields bool, depth int) {
	if slices.Contains(into.params, v) {
		return
	}
	into.params = append(into.params, v)
	i := slices.Index(v.Parent().Params, v)
	calls, ok := p.callsOf(v.Parent())
	if !ok || len(calls) > maxCalls && !takesLock(v.Parent()) {
		into.unknown = true
		return
	}
	for _, args := range calls {
		if i >= len(args) || isYield(args[i]) {
			into.unknown = true
			return
		}
		p.collect(args[i], into, fields, depth+1)
	}
}

// callsOf is the arguments of all calls of a function; it fails if not all calls are
// known.
func (p *Program) callsOf(fn *ssa.Function) ([][]ssa.Value, bool) {
	if fn.Parent() != nil {
		return literalCalls(fn)
	}
	if fn = p.declared(fn); !p.isPrivate(fn) {
		return nil, false
	}
	pkg := fn.Pkg.Pkg
	find, ok := p.fields.passes.Load(pkg)
	if !ok {
		find, _ = p.fields.passes.LoadOrStore(pkg, sync.OnceValue(func() *passes { return p.passesOf(pkg) }))
	}
	all := find.(func() *passes)()
	if all.escaped[fn] || fn.Signature.Recv() != nil && all.invoked[fn.Name()] {
		return nil, false
	}
	return all.calls[fn], true
}

// takesLock reports whether a function itself takes a lock.
func takesLock(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok {
				continue
			}
			if m := c.Call.Method; m != nil && m.Name() == "Lock" && m.Pkg() != nil && m.Pkg().Path() == "sync" {
				return true
			}
			if f, ok := c.Call.Value.(*ssa.Function); ok && modelOf(f).effect == acquires {
				return true
			}
		}
	}
	return false
}

// isPrivate reports whether only the package of a declared function can name it, and
// all of the package is known.
func (p *Program) isPrivate(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && !obj.Exported() && fn.Pkg != nil && p.hasBodies(fn.Pkg.Pkg)
}

// literalCalls is callsOf for a function literal: it has to be called where it stands
// or by the one variable that holds it.
func literalCalls(fn *ssa.Function) (calls [][]ssa.Value, ok bool) {
	var visit func(v ssa.Value, depth int) bool
	variable := func(v ssa.Value, depth int) bool {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store, *ssa.DebugRef:
			case *ssa.UnOp:
				if !visit(r, depth+1) {
					return false
				}
			case *ssa.MakeClosure:
				for i, b := range r.Bindings {
					if b == v && !visit(r.Fn.(*ssa.Function).FreeVars[i], depth+1) {
						return false
					}
				}
			}
		}
		return true
	}
	visit = func(v ssa.Value, depth int) bool {
		if depth > 8 || v.Referrers() == nil {
			return false
		}
		if _, ok := v.(*ssa.FreeVar); ok {
			return variable(v, depth)
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
				continue
			case *ssa.MakeClosure:
				if v == ssa.Value(fn) && r.Fn == v && visit(r, depth+1) {
					continue
				}
			case ssa.CallInstruction:
				if c := r.Common(); c.Value == v && !c.IsInvoke() && !slices.Contains(c.Args, v) {
					calls = append(calls, c.Args)
					continue
				} else if startsOnly(c, v) {
					calls = append(calls, nil)
					continue
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && soleStore(a) == v && variable(a, depth) {
					continue
				}
			}
			return false
		}
		return true
	}
	ok = visit(fn, 0)
	return calls, ok
}

// startsOnly reports whether a call does nothing with v but to start a goroutine that
// executes it.
func startsOnly(c *ssa.CallCommon, v ssa.Value) bool {
	fn := c.StaticCallee()
	if fn == nil || c.Value == v {
		return false
	}
	m := modelOf(fn)
	for i, a := range c.Args {
		if a == v && (m.effect != forks || i != m.arg) {
			return false
		}
	}
	return m.effect == forks
}

// passesOf searches a package for calls.
func (p *Program) passesOf(pkg *types.Package) *passes {
	found := &passes{
		calls:   make(map[*ssa.Function][][]ssa.Value),
		escaped: make(map[*ssa.Function]bool),
		invoked: make(map[string]bool),
	}
	var operands [16]*ssa.Value
	p.writtenAll(func(fn *ssa.Function) {
		if fn.Pkg == nil || fn.Pkg.Pkg != pkg {
			return
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case ssa.CallInstruction:
					p.addCall(found, i.Common())
				case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.UnOp, *ssa.BinOp, *ssa.If, *ssa.Jump:
					// No function is an operand of these, but to be compared with nil.
				default:
					for _, v := range i.Operands(operands[:0]) {
						p.escape(found, *v)
					}
				}
			}
		}
	})
	return found
}

func (p *Program) addCall(found *passes, c *ssa.CallCommon) {
	for _, a := range c.Args {
		p.escape(found, a)
	}
	switch f := c.Value.(type) {
	case *ssa.Function:
		if found.invokes(f) {
			return
		}
		if fn := p.declared(f); p.isPrivate(fn) {
			found.calls[fn] = append(found.calls[fn], c.Args)
		}
	default:
		if c.IsInvoke() {
			found.invoked[c.Method.Name()] = true
		}
	}
}

// escape notes that a function is used as a value.
func (p *Program) escape(found *passes, v ssa.Value) {
	if f, ok := v.(*ssa.Function); ok && f.Parent() == nil && !found.invokes(f) {
		found.escaped[p.declared(f)] = true
	}
}

// invokes notes what fn calls if it stands for a method of an interface, as the
// functions behind i.m and I.m do.
func (found *passes) invokes(fn *ssa.Function) bool {
	if fn.Synthetic == "" {
		return false
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Signature().Recv() == nil || !types.IsInterface(obj.Signature().Recv().Type()) {
		return false
	}
	found.invoked[obj.Name()] = true
	return true
}

// declared is the function in the source that fn is, is an instance of, or wraps.
func (p *Program) declared(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic == "" {
		return fn
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if f := p.prog.FuncValue(obj.Origin()); f != nil {
			return f
		}
	}
	return fn
}
