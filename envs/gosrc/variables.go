package gosrc

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// variableLoc is the class of a variable that closures share, if it is only
// accessed under its name, and otherwise of what pointers of its type point to.
func (l *lowerer) variableLoc(v ssa.Value) *location {
	if a, ok := v.(*ssa.Alloc); ok && (!a.Heap || !isVariable(a.Comment)) {
		return l.cellLoc(v.Type())
	}
	key := address(v)
	if loc := l.locs.get(key); loc != nil {
		return loc
	}
	var loc *location
	if a := capturedVariable(v); a != nil && a.Heap && isNamed(a) {
		loc = l.p.locs.get(a, func() *location {
			return &location{
				Loc:      envs.Loc{Class: envs.Cell, Name: funcName(a.Parent()) + "." + a.Comment, Variable: true, Apart: true},
				variable: true,
				private:  confined(a, 0) || handedOver(a),
			}
		})
	} else {
		loc = l.cellLoc(v.Type())
	}
	l.locs.set(key, loc)
	return loc
}

// confined reports whether the closures that capture the variable at address a are
// only called, by the thread that makes them, or are the bodies of loops.
func confined(a ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	for _, r := range *a.Referrers() {
		c, ok := r.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := c.Fn.(*ssa.Function)
		if !synthetic.IsYield(fn) && !onlyCalled(c, map[ssa.Value]bool{}) {
			return false
		}
		for i, b := range c.Bindings {
			if b == a && !confined(fn.FreeVars[i], depth+1) {
				return false
			}
		}
	}
	return true
}

// maxOnlyCalled is how many values a function is followed through that is only called.
const maxOnlyCalled = 32

// onlyCalled reports whether function v is only called or deferred, here and by the
// functions it is passed to: nothing stores it, sends it, returns it, captures it or starts
// it with go, so no other thread than that which has it executes it. seen are the values
// that are followed already: what a function passes to itself it only calls if it does so
// otherwise.
func onlyCalled(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	if seen[v] = true; len(seen) > maxOnlyCalled || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if !onlyCalledBy(&r.Call, v, seen) {
				return false
			}
		case *ssa.Defer:
			if !onlyCalledBy(&r.Call, v, seen) {
				return false
			}
		case *ssa.ChangeType:
			if !onlyCalled(r, seen) {
				return false
			}
		case *ssa.Phi:
			if !onlyCalled(r, seen) {
				return false
			}
		case *ssa.BinOp, *ssa.DebugRef: // with nil
		default:
			return false
		}
	}
	return true
}

// onlyCalledBy is onlyCalled for a call of v, or one that v is passed to.
func onlyCalledBy(c *ssa.CallCommon, v ssa.Value, seen map[ssa.Value]bool) bool {
	if !slices.Contains(c.Args, v) {
		return c.Value == v
	}
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(c.Args) {
		return false
	}
	for i, a := range c.Args {
		if a == v && !onlyCalled(fn.Params[i], seen) {
			return false
		}
	}
	return true
}

// capturedVariable is the variable whose address v is.
func capturedVariable(v ssa.Value) *ssa.Alloc {
	for range 16 {
		switch x := v.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			if v = binding(x); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// binding is what a free variable is bound to where its function is made, nil if
// that happens in several places.
func binding(x *ssa.FreeVar) ssa.Value {
	c := maker(x.Parent())
	if c == nil {
		return nil
	}
	for i, f := range x.Parent().FreeVars {
		if f == x {
			return c.Bindings[i]
		}
	}
	return nil
}

// maker is the one instruction that makes closures of fn.
func maker(fn *ssa.Function) *ssa.MakeClosure {
	refs := fn.Referrers()
	if refs == nil || fn.Parent() == nil {
		return nil
	}
	var made *ssa.MakeClosure
	for _, r := range *refs {
		if c, ok := r.(*ssa.MakeClosure); ok && c.Fn == fn {
			if made != nil {
				return nil
			}
			made = c
		}
	}
	return made
}

// isNamed reports whether a variable is accessed by its name only, here and in the closures that capture it.
func isNamed(a *ssa.Alloc) bool {
	_, ok := stores(a)
	return ok
}
