package amplify

import (
	"go/types"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
)

// make writes the statements that make an object x; the last one returns it. Mostly it is made by the function that
// comes first, else by any, or it is the zero value.
func (w *testWriter) make(of string) []string {
	var ways [][]string
	registers := false // the first one leaves something behind
	for _, c := range w.constructors() {
		args, err := w.arguments(c.Signature())
		if err == nil {
			registers = registers || len(ways) == 0 && w.registers(c)
			ways = append(ways, constructed(c.Signature().Results(), c.Name()+"("+args+")"))
		}
	}
	switch how := w.spell.choose(4); {
	case len(ways) == 0 || how == 3 || registers && how != 0:
		return []string{"x := " + w.zero(of), "return x, nil"}
	case how == 2:
		return ways[w.spell.choose(len(ways))]
	}
	return ways[0]
}

// registers reports whether a function writes package variables.
func (w *testWriter) registers(fn *types.Func) bool {
	ssaFn := w.f.pkg.SSA.Func(fn.Name())
	id, ok := w.p.FuncOf(ssaFn)
	return ok && within(w.p, id, map[envs.FuncID]bool{}, func(id envs.FuncID) (yes bool) {
		each(w.p, id, func(_ string, write, global bool) { yes = yes || write && global })
		return yes
	})
}

// constructed has x be what a call returns.
func constructed(results *types.Tuple, call string) (list []string) {
	x := "x"
	if _, pointer := types.Unalias(results.At(0).Type()).(*types.Pointer); !pointer {
		x = "v"
	}
	if results.Len() == 1 {
		list = []string{x + " := " + call}
	} else {
		list = []string{x + ", err := " + call, "if err != nil {", "return nil, err", "}"}
	}
	if x == "v" {
		list = append(list, "x := &v")
	}
	return append(list, "return x, nil")
}

// zero is a zero value, or one of which maps are made, and pointers to what the package declares lead to such values.
func (w *testWriter) zero(of string) string {
	s, ok := w.object.Underlying().(*types.Struct)
	if !ok || w.spell.choose(2) == 0 {
		return "new(" + of + ")"
	}
	var fields []string
	for f := range s.Fields() {
		_, pointer := types.Unalias(f.Type()).(*types.Pointer)
		_, isMap := f.Type().Underlying().(*types.Map)
		if f.Name() == "_" || !isMap && !(pointer && w.named(f.Type()) != nil) {
			continue
		}
		value, err := w.spell.value(f.Type(), 0)
		if err == nil {
			fields = append(fields, f.Name()+": "+value)
		}
	}
	return "&" + of + "{" + strings.Join(fields, ", ") + "}"
}

// constructors are functions of the package that return the object, with or without an error. Those with the fewest
// parameters come first, and of these the exported ones.
func (w *testWriter) constructors() (list []*types.Func) {
	scope := w.spell.pkg.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !constructs(name) || fn.Signature().TypeParams().Len() > 0 {
			continue
		}
		file := w.p.Fset().PositionFor(fn.Pos(), false).Filename
		results := fn.Signature().Results()
		n := results.Len()
		if strings.HasSuffix(file, "_test.go") || n == 0 || n > 2 || w.named(results.At(0).Type()) != w.object ||
			n == 2 && results.At(1).Type().String() != "error" {
			continue
		}
		list = append(list, fn)
	}
	slices.SortStableFunc(list, func(a, b *types.Func) int {
		if n := a.Signature().Params().Len() - b.Signature().Params().Len(); n != 0 {
			return n
		}
		return strings.Compare(a.Name(), b.Name()) // capitals come first
	})
	return list
}
