package shape

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Deref is what a pointer of type t points to, or t itself.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func HasParts(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func IsFunc(v *types.Var) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// TakesFunc reports whether a parameter is of a function type.
func TakesFunc(sig *types.Signature) bool {
	return AnyElem(sig.Params(), func(t types.Type) bool {
		_, ok := t.Underlying().(*types.Signature)
		return ok
	})
}

func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func StructOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

func MentionsParam(t types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer, *types.Slice, *types.Array, *types.Chan, *types.Map:
		return AnyElem(t, func(e types.Type) bool { return MentionsParam(e, depth+1) })
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if MentionsParam(a, depth+1) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	}
	return true
}

// General is a type written with other type parameters than its own: with those that params has at their indices. Each
// method of a generic type has type parameters of its own. So types in two methods are not identical, though they are
// written alike. What General gives for both is identical. It leaves interfaces as they are.
func General(t types.Type, params map[int]*types.TypeParam) types.Type {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		if params[p.Index()] == nil {
			params[p.Index()] = p
		}
		return params[p.Index()]
	}
	return Rebuild(t, func(part types.Type) types.Type { return General(part, params) })
}

// Rebuild is a type like t, made of what is given for each type of which t is made. A named type is made of its type
// arguments. Aliases, and names of parameters, are left out. An interface stays as it is.
func Rebuild(t types.Type, of func(types.Type) types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return types.NewPointer(of(t.Elem()))
	case *types.Slice:
		return types.NewSlice(of(t.Elem()))
	case *types.Array:
		return types.NewArray(of(t.Elem()), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), of(t.Elem()))
	case *types.Map:
		return types.NewMap(of(t.Key()), of(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, rebuildAll(t.Params(), of), rebuildAll(t.Results(), of), t.Variadic())
	case *types.Struct:
		fields, tags := make([]*types.Var, t.NumFields()), make([]string, t.NumFields())
		for i := range fields {
			f := t.Field(i)
			fields[i], tags[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), of(f.Type()), f.Embedded()), t.Tag(i)
		}
		return types.NewStruct(fields, tags)
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t
		}
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, of(a))
		}
		r, err := types.Instantiate(nil, t.Origin(), args, false)
		if err != nil {
			return t
		}
		return r
	default:
		return t
	}
}

func rebuildAll(list *types.Tuple, of func(types.Type) types.Type) *types.Tuple {
	var vars []*types.Var
	for v := range list.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", of(v.Type())))
	}
	return types.NewTuple(vars...)
}

// AnyElem reports whether something is so of one of the types of which t is made. These are what it points to,
// elements, keys, fields and parts of a tuple. Of a named type it asks nothing.
func AnyElem(t types.Type, is func(types.Type) bool) bool {
	switch t := t.(type) {
	case *types.Map:
		return is(t.Key()) || is(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		return is(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if is(f.Type()) {
				return true
			}
		}
	case *types.Tuple:
		for v := range t.Variables() {
			if is(v.Type()) {
				return true
			}
		}
	}
	return false
}

func IsChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// LeadsOn reports whether values of the type lead to objects.
func LeadsOn(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	}
	return false
}

// IsPlain reports whether values of type t lead to no objects.
func IsPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array, *types.Struct, *types.Tuple:
		return !AnyElem(u, func(e types.Type) bool { return !IsPlain(e) })
	}
	return false
}

func RecvType(m *types.Func) types.Type {
	if r := m.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

// NamedOf is the named type that t is or points to, nil if there is none.
func NamedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// NameOf is the name of a named type, and the path of the package that declares it; empty if there is none.
func NameOf(t types.Type) (pkg, name string) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

// MayNotCompare reports whether comparing values of a type, or looking them up in a map, may panic.
func MayNotCompare(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array, *types.Struct:
		return AnyElem(t, MayNotCompare)
	}
	return false
}

func IsPointer(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}

func IsArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
