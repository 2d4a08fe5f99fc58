package library

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/internal/shape"
)

// pure are packages whose functions write nothing that their callers can see, when their bodies are not known.
var pure = map[string]bool{
	"strings": true, "strconv": true, "math": true, "math/bits": true, "unicode": true, "unicode/utf8": true,
	"unicode/utf16": true, "errors": true, "path": true, "math/cmplx": true,
	"internal/bytealg": true, "internal/stringslite": true, "internal/byteorder": true,
}

// IsPure reports whether f, whose body is not known, writes nothing that its caller can see, but for the elements of
// what it appends to or encodes into.
func IsPure(f *ssa.Function) bool {
	return f.Pkg != nil && pure[f.Pkg.Pkg.Path()] && f.Signature.Recv() == nil && !takesFunc(f.Signature)
}

func takesFunc(s *types.Signature) bool {
	return shape.AnyElem(s.Params(), func(t types.Type) bool {
		switch t.Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
		return false
	})
}

// TakesCode reports whether something that is given to f may hold a function, or a value whose methods f may call.
func TakesCode(f *ssa.Function) bool {
	for _, t := range f.TypeArgs() {
		if types.NewMethodSet(types.NewPointer(t)).Len() > 0 {
			return true
		}
	}
	seen := map[types.Type]bool{}
	var holdsCode func(types.Type) bool
	holdsCode = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		default:
			return shape.AnyElem(t, holdsCode)
		}
	}
	recv := f.Signature.Recv()
	return recv != nil && holdsCode(recv.Type()) || shape.AnyElem(f.Signature.Params(), holdsCode)
}
