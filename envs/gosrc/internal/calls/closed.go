package calls

import (
	"go/ast"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/local"
)

// callers tell of the functions all of whose calls are known: they are not exported, and used for nothing but static
// calls and go statements in functions of the program. Methods are left out, since interfaces lead to them, and so
// are function literals.
type callers struct {
	src  *loading.Program
	once sync.Once
	open map[*ssa.Function]bool // used in another way
	used map[*ssa.Function]bool // called
}

// Closed reports whether all that calls a function are operations of the program. It takes it that nothing outside Go
// source calls unexported functions; the run time of Go is another matter.
func (g *Graph) Closed(fn *ssa.Function) bool {
	if fn.Signature.Recv() != nil || fn.Parent() != nil || fn.Synthetic != "" || fn.Pkg == nil || isCalledByRuntime(fn) {
		return false
	}
	if ast.IsExported(fn.Name()) || fn.TypeParams().Len() > 0 || len(fn.TypeArgs()) > 0 {
		return false
	}
	c := &g.callers
	c.once.Do(c.find)
	return c.used[fn] && !c.open[fn]
}

// isCalledByRuntime reports whether the run time of Go calls a function, or may do so, which it is a part of.
func isCalledByRuntime(fn *ssa.Function) bool {
	path := fn.Pkg.Pkg.Path()
	return fn.Name() == "main" || strings.HasPrefix(fn.Name(), "init") || path == "runtime" ||
		strings.HasPrefix(path, "runtime/") || strings.HasPrefix(path, "internal/runtime/")
}

func (c *callers) find() {
	c.open, c.used = map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	c.src.EveryFunc(func(fn *ssa.Function) {
		numbered := c.src.IDs[fn] != nil
		for in := range local.Instrs(fn) {
			c.instr(in, numbered)
		}
	})
}

// instr notes how an instruction uses functions: a call counts if the function that has it has a number.
func (c *callers) instr(in ssa.Instruction, numbered bool) {
	var called ssa.Value
	switch x := in.(type) {
	case *ssa.Call:
		called = x.Call.Value
	case *ssa.Go:
		called = x.Call.Value
	}
	calls := 0
	for op := range local.Operands(in) {
		f, ok := op.(*ssa.Function)
		if !ok {
			continue
		}
		if numbered && ssa.Value(f) == called {
			if calls++; calls == 1 {
				c.used[f] = true
				continue
			}
		}
		c.open[f] = true
	}
}
