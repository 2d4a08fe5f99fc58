package synthetic

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Each function is of one kind, or of none if the source has it. This fails if go/ssa changes its words.
func TestKinds(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "m.go", `package m
type T struct{}
func (*T) method() {}
type Outer struct{ *T }
type I interface{ method() }
func generic[E any](e E) {}
func use(o Outer, t *T, all func(func(int) bool)) (func(), func(*T), I, func(int)) {
	for range all {
		println()
	}
	func() {}()
	return t.method, (*T).method, o, generic[int]
}
`, 0)
	require.NoError(t, err)
	conf := types.Config{Importer: importer.Default(), GoVersion: "go1.23"}
	pkg, _, err := ssautil.BuildPackage(&conf, fset, types.NewPackage("m", "m"), []*ast.File{file},
		ssa.SanityCheckFunctions)
	require.NoError(t, err)

	kinds := []struct {
		name string
		is   func(*ssa.Function) bool
	}{
		{"bound", IsBound}, {"thunk", IsThunk}, {"wrapper", IsWrapper}, {"instantiation", IsInstantiation},
		{"yield", IsYield}, {"initialiser", IsInitialiser},
	}
	var got []string
	for fn := range ssautil.AllFunctions(pkg.Prog) {
		of := []string{fn.RelString(pkg.Pkg)}
		for _, k := range kinds {
			if k.is(fn) {
				of = append(of, k.name)
			}
		}
		got = append(got, strings.Join(of, " "))
	}
	slices.Sort(got)
	require.Equal(t, []string{
		"(*Outer).method wrapper",
		"(*T).method",
		"(*T).method$bound bound",
		"(*T).method$thunk thunk",
		"(Outer).method wrapper",
		"generic",
		"generic[int] instantiation",
		"init initialiser",
		"use",
		"use$1 yield",
		"use$2",
	}, got)
}
