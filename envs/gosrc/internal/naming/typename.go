package naming

import "go/types"

// Type names a type: identical types have one name, whatever aliases the source has for them or for parts of them,
// byte and any included.
func Type(t types.Type) string { return types.TypeString(canonical(t), nil) }

var (
	byteType = types.Universe.Lookup("byte").Type()
	anyType  = types.Universe.Lookup("any").Type()
)

// canonical is a type identical to t without aliases, but for byte and any, which stand in the stead of what they
// are. Those within a method of an interface stay.
func canonical(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		switch {
		case t.Kind() == types.Uint8:
			return byteType
		case t.Kind() < types.Invalid || int(t.Kind()) >= len(types.Typ):
			return t
		}
		return types.Typ[t.Kind()]
	case *types.Interface:
		if t.Empty() {
			return anyType
		}
		return t
	case *types.Pointer:
		return types.NewPointer(canonical(t.Elem()))
	case *types.Slice:
		return types.NewSlice(canonical(t.Elem()))
	case *types.Array:
		return types.NewArray(canonical(t.Elem()), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), canonical(t.Elem()))
	case *types.Map:
		return types.NewMap(canonical(t.Key()), canonical(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, canonicalAll(t.Params()), canonicalAll(t.Results()), t.Variadic())
	case *types.Struct:
		fields, tags := make([]*types.Var, t.NumFields()), make([]string, t.NumFields())
		for i := range fields {
			f := t.Field(i)
			fields[i], tags[i] = types.NewField(f.Pos(), f.Pkg(), f.Name(), canonical(f.Type()), f.Embedded()), t.Tag(i)
		}
		return types.NewStruct(fields, tags)
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t
		}
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, canonical(a))
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

func canonicalAll(list *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range list.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", canonical(v.Type())))
	}
	return types.NewTuple(vars...)
}
