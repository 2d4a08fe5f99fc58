package gosrc

import (
	"go/ast"
	"strings"
)

// AtomicDirective is the comment line that marks a function as a transaction (envs.Func.Atomic),
// among those right before its declaration.
const AtomicDirective = "//parallax:atomic"

// declaration is how a function is declared, nil if it is a literal or what go/ssa has made up.
func declaration(f *function) *ast.FuncDecl {
	d, _ := f.ssa.Syntax().(*ast.FuncDecl)
	return d
}

// exported reports whether other packages may call a function by its name. Of tests, only the
// go command does.
func exported(f *function) bool {
	d := declaration(f)
	return d != nil && f.ssa.Parent() == nil && d.Name.IsExported() && !strings.HasSuffix(f.file, "_test.go")
}

// marked reports whether a function is declared with AtomicDirective.
func marked(f *function) bool {
	d := declaration(f)
	if d == nil || d.Doc == nil || f.ssa.Parent() != nil {
		return false
	}
	for _, c := range d.Doc.List {
		if rest, ok := strings.CutPrefix(c.Text, AtomicDirective); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}
