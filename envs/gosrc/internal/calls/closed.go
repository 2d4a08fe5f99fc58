package calls

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Closed reports whether all that calls a function are operations of the program: the function is not exported, and
// used for nothing but static calls and go statements in functions of the program. Methods are left out, since
// interfaces lead to them, and so are function literals. Nothing outside Go source is taken to call unexported
// functions, but the run time of Go calls its own.
func (g *Graph) Closed(fn *ssa.Function) bool {
	if fn.Signature.Recv() != nil || fn.Parent() != nil || fn.Synthetic != "" || fn.Pkg == nil || isCalledByRuntime(fn) {
		return false
	}
	if ast.IsExported(fn.Name()) || fn.TypeParams().Len() > 0 || len(fn.TypeArgs()) > 0 {
		return false
	}
	g.uses.once.Do(g.uses.find)
	return g.uses.called[fn] && !g.uses.elsewhere[fn]
}

// isCalledByRuntime reports whether the run time of Go calls a function, or may do so, which it is a part of.
func isCalledByRuntime(fn *ssa.Function) bool {
	path := fn.Pkg.Pkg.Path()
	return fn.Name() == "main" || strings.HasPrefix(fn.Name(), "init") || path == "runtime" ||
		strings.HasPrefix(path, "runtime/") || strings.HasPrefix(path, "internal/runtime/")
}
