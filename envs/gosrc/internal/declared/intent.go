package declared

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// Atomic is the comment line that marks a function as a transaction (envs.Func.Atomic), among those right before its
// declaration.
const Atomic = "//parallax:atomic"

// declaration is how a function is declared, nil if it is a literal or what go/ssa has made up.
func declaration(f *loading.Function) *ast.FuncDecl {
	d, _ := f.SSA.Syntax().(*ast.FuncDecl)
	return d
}

// Exported reports whether other packages may call a function by its name. Of tests, only the go command does.
func Exported(f *loading.Function) bool {
	d := declaration(f)
	return d != nil && f.SSA.Parent() == nil && d.Name.IsExported() && !strings.HasSuffix(f.File, "_test.go")
}

// Marked reports whether a function is declared with Atomic.
func Marked(f *loading.Function) bool {
	d := declaration(f)
	if d == nil || d.Doc == nil || f.SSA.Parent() != nil {
		return false
	}
	return slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return directive(c) == Atomic })
}

// directive is the first word of a comment line that is meant for this module, empty if it is none.
func directive(c *ast.Comment) string {
	if !strings.HasPrefix(c.Text, "//parallax:") {
		return ""
	}
	return strings.Fields(c.Text)[0]
}

// marks tells of marks in a file that mark nothing.
func (r *reader) marks(f *ast.File) {
	docs := map[*ast.CommentGroup]bool{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil {
			docs[fn.Doc] = true
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			switch word := directive(c); {
			case word == "":
			case word != Atomic:
				r.fail(c.Pos(), "%s is no mark: want %s", word, Atomic)
			case !docs[g]:
				r.fail(c.Pos(), "%s stands beside no declaration of a function", word)
			}
		}
	}
}
