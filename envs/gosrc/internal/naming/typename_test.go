package naming

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
)

// Types have one name if, and only if, they are identical.
func TestTypeName(t *testing.T) {
	const src = `package p
import "unsafe"
type alias = []byte
type list[T any] = []T
type named []byte
type pair[A, B any] struct { a A; b B }
var (
	_ alias; _ []byte; _ []uint8; _ list[byte]; _ named; _ *alias; _ *[]uint8
	_ rune; _ int32; _ []rune; _ map[rune]any; _ map[int32]interface{}; _ map[string]any
	_ chan<- alias; _ chan []uint8; _ [3]alias; _ [3][]byte; _ [4][]byte
	_ func(a alias, b ...any) error; _ func([]uint8, ...interface{}) error; _ func([]uint8, []any) error
	_ struct{ x alias }; _ struct{ x []uint8 }; _ struct{ y []uint8 }; _ struct{ x []byte "tag" }
	_ pair[alias, any]; _ pair[[]uint8, interface{}]; _ pair[any, alias]; _ pair[named, any]
	_ unsafe.Pointer; _ error; _ interface{ error }; _ any
)`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	require.NoError(t, err)
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	_, err = (&types.Config{Importer: unsafeOnly{}}).Check("p", fset, []*ast.File{f}, info)
	require.NoError(t, err)
	var all []types.Type
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			all = append(all, info.Types[v.Type].Type)
		}
		return true
	})
	require.Greater(t, len(all), 30)
	same := 0
	for i, a := range all {
		require.True(t, types.Identical(a, canonical(a)), Type(a))
		for _, b := range all[:i] {
			require.Equal(t, types.Identical(a, b), Type(a) == Type(b), "%s and %s: %q and %q", a, b, Type(a), Type(b))
			if types.Identical(a, b) {
				same++
			}
		}
	}
	require.Greater(t, same, 10)
}

type unsafeOnly struct{}

func (unsafeOnly) Import(path string) (*types.Package, error) { return types.Unsafe, nil }
