package regen

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// folded holds for values that are another way to write a place or a name: these are written at their uses.
func (p *plan) folded(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Extract:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X) && !p.held(v) || p.hidden(v)
	case *ssa.IndexAddr:
		return isPlace(v) && !p.held(v) || core(v.X.Type()) == nil
	}
	return p.hidden(v)
}

// hidden recognises a step of a selection through an embedded field that this package may not name. It is left to Go's
// own promotion: x.unexported.F is written x.F.
func (p *plan) hidden(v ssa.Value) bool {
	var f *types.Var
	switch v := v.(type) {
	case *ssa.FieldAddr:
		f = structField(deref(v.X.Type()), v.Field)
	case *ssa.Field:
		f = structField(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return v.Op == token.MUL && p.hidden(v.X)
	default:
		return false
	}
	_, ok := p.names.field(f)
	return !ok && f.Embedded()
}

// isPlace reports whether an address is that of a variable or of a part of one at a fixed offset: writing it anew at
// each use costs nothing and cannot fail.
func isPlace(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return isPlace(v.X)
	case *ssa.IndexAddr:
		pt, ok := core(v.X.Type()).(*types.Pointer)
		if !ok || !isPlace(v.X) {
			return false
		}
		arr, ok := core(pt.Elem()).(*types.Array)
		if !ok {
			return false
		}
		i, ok := v.Index.(*ssa.Const)
		return ok && i.Int64() >= 0 && i.Int64() < arr.Len()
	}
	return false
}
