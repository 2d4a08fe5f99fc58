package naming

import (
	"go/types"

	"github.com/seed38182bad/parallax/envs/internal/shape"
)

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
	default:
		return shape.Rebuild(t, canonical)
	}
}
