package regen

import "go/types"

// core returns the underlying type of t; for a type parameter, the one underlying type of its type set, or nil.
func core(t types.Type) types.Type {
	param, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	var one types.Type
	if !eachTerm(param.Underlying().(*types.Interface), func(t types.Type) bool {
		u := t.Underlying()
		if one == nil {
			one = u
		}
		return types.Identical(one, u)
	}) {
		return nil
	}
	return one
}

// eachTerm calls f for the types of the unions embedded in an interface, until f returns false.
func eachTerm(i *types.Interface, f func(types.Type) bool) bool {
	for k := range i.NumEmbeddeds() {
		switch e := types.Unalias(i.EmbeddedType(k)).(type) {
		case *types.Union:
			for j := range e.Len() {
				if !f(e.Term(j).Type()) {
					return false
				}
			}
		default:
			if inner, ok := e.Underlying().(*types.Interface); ok {
				if !eachTerm(inner, f) {
					return false
				}
			} else if !f(e) {
				return false
			}
		}
	}
	return true
}

// deref returns the type that an address of type t points to.
func deref(t types.Type) types.Type {
	if p, ok := core(t).(*types.Pointer); ok {
		return p.Elem()
	}
	giveUp("%v is not a pointer", t)
	return nil
}

func structField(t types.Type, i int) *types.Var {
	s, ok := core(t).(*types.Struct)
	if !ok {
		giveUp("%v is not a struct", t)
	}
	return s.Field(i)
}
