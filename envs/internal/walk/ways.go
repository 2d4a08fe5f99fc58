package walk

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// maxSteps is how many fields and loads a way may have.
const maxSteps = 16

// WayTo is the value at which the way to v begins, and the fields that are followed from there, as in a path. It is nil
// if the way is too long. What is no field has behind it what behind gives, and nothing else if that is nil. The lock
// of a condition variable counts as no field of it.
func WayTo(v ssa.Value, behind func(ssa.Value) ssa.Value) (from ssa.Value, steps string) {
	for range maxSteps {
		next, f := fieldOf(v)
		if f != nil && !IsCondLock(v) {
			steps = "." + f.Name() + steps
		} else if next = behind(v); next == nil {
			return v, steps
		}
		v = next
	}
	return nil, ""
}

// fieldOf is the field that v is, or is the address of, and the object that has it; nil if there is none.
func fieldOf(v ssa.Value) (object ssa.Value, f *types.Var) {
	i := 0
	switch x := v.(type) {
	case *ssa.FieldAddr:
		object, i = x.X, x.Field
	case *ssa.Field:
		object, i = x.X, x.Field
	default:
		return nil, nil
	}
	if s := shape.StructOf(object.Type()); s != nil {
		return object, s.Field(i)
	}
	return nil, nil
}

// OnlyCall is the call that a synthetic function consists of, nil if it does anything else.
func OnlyCall(fn *ssa.Function) *ssa.CallCommon {
	if len(fn.Blocks) != 1 {
		return nil
	}
	var only *ssa.CallCommon
	for _, i := range fn.Blocks[0].Instrs {
		if c, ok := i.(*ssa.Call); ok && !IsBuiltin(&c.Call, "ssa:wrapnilchk") {
			if only != nil {
				return nil
			}
			only = &c.Call
		}
	}
	return only
}

// IsBuiltin reports whether a call is one of a predeclared function.
func IsBuiltin(c *ssa.CallCommon, name string) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// IsVariable reports whether v is the address of a variable, which is never nil.
func IsVariable(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// UsePos is the place of what uses a value first.
func UsePos(v ssa.Value) token.Pos {
	if refs := v.Referrers(); refs != nil && len(*refs) > 0 {
		return (*refs)[0].Pos()
	}
	return token.NoPos
}

// IsCondLock reports whether v is the address of sync.Cond's field L.
func IsCondLock(v ssa.Value) bool {
	x, ok := v.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	pkg, name := shape.NameOf(shape.Deref(x.X.Type()))
	return pkg == "sync" && name == "Cond" && shape.StructOf(x.X.Type()).Field(x.Field).Name() == "L"
}
