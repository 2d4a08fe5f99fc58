package session

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/seed38182bad/parallax/envs/gosrc"
)

// testHelpers are the functions in the test files beside the packages of prog, in their own package, as findings name
// them. Files that cannot be read have none.
func testHelpers(prog *gosrc.Program) []string {
	var names []string
	for _, p := range prog.Packages {
		if !p.Root || len(p.Load.GoFiles) == 0 {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(p.Load.GoFiles[0]), "*_test.go"))
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				continue
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					names = append(names, funcName(p.Path, fn))
				}
			}
		}
	}
	return names
}

func funcName(pkg string, fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return pkg + "." + fn.Name.Name
	}
	typ, pointer := strings.CutPrefix(types.ExprString(fn.Recv.List[0].Type), "*")
	if pointer {
		pkg = "*" + pkg
	}
	return "(" + pkg + "." + typ + ")." + fn.Name.Name
}
