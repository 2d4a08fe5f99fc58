package gosrc

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
)

// start is the initialisation of the packages, one after the other, and if the patterns match one main package and no
// tests, its main function. Otherwise the program is a library. Others are roots that code which is not seen may call.
// They are used as values, or are methods of types that are put into interfaces. Of a library they are also what is
// exported, tests included. The threads that call these start after the initialisation.
func (p *Program) start() (main, others []envs.FuncID, alone bool) {
	of := p.src.MainPackage()
	first := make(map[envs.FuncID]bool)
	for _, pkg := range p.src.Initial {
		if id, ok := p.FuncOf(pkg.SSA.Func("init")); ok && !first[id] {
			main, first[id] = append(main, id), true
		}
	}
	if of != nil {
		if id, ok := p.FuncOf(of.SSA.Func("main")); ok {
			main, first[id] = append(main, id), true
		}
	}
	for _, id := range p.Roots() {
		if fn := p.src.Funcs[id].SSA; !first[id] && (p.calls.UsedOpenly(fn) || of == nil && offered(fn)) {
			others = append(others, id)
		}
	}
	return main, others, p.src.Alone
}

// ends reports whether a function is the main function of a package main.
func (p *Program) ends(id envs.FuncID) bool {
	fn := p.SSA(id)
	return fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" && fn.Parent() == nil &&
		fn.Signature.Recv() == nil
}

// offered reports whether code outside the packages can name a function, or has a value of which it is a method.
func offered(fn *ssa.Function) bool {
	return fn.Parent() == nil && (ast.IsExported(fn.Name()) || fn.Name() == "main" && fn.Signature.Recv() == nil)
}
