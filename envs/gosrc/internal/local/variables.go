package local

import (
	"go/token"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/walk"
)

// IsScalarCell reports whether the variable is only loaded and stored whole.
func IsScalarCell(x *ssa.Alloc) bool {
	for _, r := range *x.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == x {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// StaysInFrame reports whether the address a is only used, directly or through addresses of parts, to load and store.
func StaysInFrame(a ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == a {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if !StaysInFrame(r.(ssa.Value), depth+1) {
				return false
			}
		case *ssa.Slice:
			// The array behind the arguments of append(s, x, y).
			for _, u := range *r.Referrers() {
				c, ok := u.(*ssa.Call)
				if !ok || !walk.IsBuiltin(&c.Call, "append") || c.Call.Args[0] == ssa.Value(r) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// Used reports whether anything is done with a value. An array of which a loop ranges over the indices alone is
// loaded in SSA form, but never copied.
func Used(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, debug := r.(*ssa.DebugRef)
		return !debug
	})
}

// IsVariable reports whether go/ssa's comment on an allocation is the name of a variable, one of its own (jump$1)
// included.
func IsVariable(comment string) bool {
	switch comment {
	case "", "new", "complit", "varargs", "makeslice", "slicelit", "&&", "||":
		return false
	}
	return strings.IndexByte(comment, ' ') < 0
}

// IsName reports whether the comment is a name that the source has.
func IsName(comment string) bool {
	return IsVariable(comment) && token.IsIdentifier(comment)
}

// SoleStore is the one value that is ever stored in a variable, nil if there are several, none, or it cannot be told.
func SoleStore(a *ssa.Alloc) ssa.Value {
	all, ok := Stores(a)
	if !ok || len(all) != 1 || all[0].Parent() != a.Parent() || ComesRound(all[0].Block(), a.Block()) {
		return nil
	}
	return all[0].Val
}

// Stores are what sets the variable at an address, here and in closures that capture it; it fails if not all are
// known, since the address is used otherwise.
func Stores(a ssa.Value) (all []*ssa.Store, ok bool) {
	if a.Referrers() == nil {
		return nil, false
	}
	ok = storesIn(a, &all, 0)
	return all, ok
}

func storesIn(v ssa.Value, all *[]*ssa.Store, depth int) bool {
	if depth > 8 {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Val == v {
				return false
			}
			*all = append(*all, r)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for free := range walk.Bound(r, v) {
				if !storesIn(free, all, depth+1) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// Loads are the loads of the variable at an address, here and in closures that capture it.
func Loads(v ssa.Value) iter.Seq[*ssa.UnOp] {
	return func(yield func(*ssa.UnOp) bool) { loadsOf(v, yield) }
}

func loadsOf(v ssa.Value, yield func(*ssa.UnOp) bool) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if !yield(r) {
				return false
			}
		case *ssa.MakeClosure:
			for free := range walk.Bound(r, v) {
				if !loadsOf(free, yield) {
					return false
				}
			}
		}
	}
	return true
}

// Confined reports whether the closures that capture the variable at address a are only called, by the thread that
// makes them, or are the bodies of loops.
func Confined(a ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	for _, r := range *a.Referrers() {
		c, ok := r.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		if !IsYield(c) && !onlyCalled(c, map[ssa.Value]bool{}) {
			return false
		}
		for free := range walk.Bound(c, a) {
			if !Confined(free, depth+1) {
				return false
			}
		}
	}
	return true
}

// maxOnlyCalled is how many values a function is followed through that is only called.
const maxOnlyCalled = 32

// onlyCalled reports whether function v is only called or deferred, here and by the functions it is passed to. So
// nothing stores it, sends it, returns it, captures it or starts it with go. No other thread than that which has it
// executes it. The parameter seen has the values that are followed already. What a function passes to itself it only
// calls if it does so otherwise.
func onlyCalled(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	if seen[v] = true; len(seen) > maxOnlyCalled || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Call, *ssa.Defer:
			if !onlyCalledBy(r.(ssa.CallInstruction).Common(), v, seen) {
				return false
			}
		case *ssa.ChangeType, *ssa.Phi:
			if !onlyCalled(r.(ssa.Value), seen) {
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

// CapturedVariable is the variable whose address v is.
func CapturedVariable(v ssa.Value) *ssa.Alloc {
	for range 16 {
		switch x := v.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			if v = Binding(x); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
	return nil
}

// Binding is what a free variable is bound to where its function is made, nil if that happens in several places.
func Binding(x *ssa.FreeVar) ssa.Value {
	c := Maker(x.Parent())
	if c == nil {
		return nil
	}
	return c.Bindings[slices.Index(x.Parent().FreeVars, x)]
}

// Maker is the one instruction that makes closures of fn.
func Maker(fn *ssa.Function) *ssa.MakeClosure {
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

// IsNamed reports whether a variable is accessed by its name only, here and in the closures that capture it.
func IsNamed(a *ssa.Alloc) bool {
	_, ok := Stores(a)
	return ok
}
