package domaintest_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// flows tells which types may come to stand at which places in the code of some
// packages. A place is a type argument, an argument of a function, a field of a literal
// or the value of a variable. A place is named by a string, since an object of the type
// checker is another one in each package that imports it.
type flows struct {
	into map[string]map[source]bool

	fset       *token.FileSet
	info       *types.Info
	inTest     bool
	typeParams map[*types.TypeParam]string
	params     map[*types.Var]string
	literals   map[types.Object]*ast.FuncLit // what a variable of function type is declared with
}

// source is what flows into a place: what is in another place, or a named type.
type source struct {
	place string
	typ   string
	test  bool // the type is named in a test
}

func newFlows() *flows { return &flows{into: map[string]map[source]bool{}} }

// reach returns the named types that come to stand at these places and are
// named so by a test.
func (f *flows) reach(places ...string) map[string]bool {
	found, seen := map[string]bool{}, map[string]bool{}
	for len(places) > 0 {
		p := places[len(places)-1]
		places = places[:len(places)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		for s := range f.into[p] {
			if s.place != "" {
				places = append(places, s.place)
			}
			if s.typ != "" && s.test {
				found[s.typ] = true
			}
		}
	}
	return found
}

func (f *flows) add(place string, s source) {
	if place == "" || s == (source{}) {
		return
	}
	s.test = f.inTest
	if f.into[place] == nil {
		f.into[place] = map[source]bool{}
	}
	f.into[place][s] = true
}

// pkg adds what flows in one package.
func (f *flows) pkg(p *packages.Package) {
	f.fset, f.info = p.Fset, p.TypesInfo
	f.typeParams, f.params, f.literals = map[*types.TypeParam]string{}, map[*types.Var]string{},
		map[types.Object]*ast.FuncLit{}
	for _, file := range p.Syntax {
		ast.Inspect(file, f.declarations)
	}
	for _, file := range p.Syntax {
		f.inTest = strings.HasSuffix(p.Fset.Position(file.Pos()).Filename, "_test.go")
		ast.Inspect(file, f.node)
	}
}

// declarations names type parameters, parameters and function literals.
func (f *flows) declarations(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.TypeSpec:
		if named, ok := f.info.Defs[n.Name].Type().(*types.Named); ok {
			f.name(named.TypeParams(), typeName(named))
		}
	case *ast.FuncDecl:
		fn := f.info.Defs[n.Name].(*types.Func)
		sig := fn.Signature()
		f.name(sig.TypeParams(), fn.FullName())
		if sig.Recv() != nil {
			f.name(sig.RecvTypeParams(), typeName(sig.Recv().Type()))
		}
		for i := range sig.Params().Len() {
			f.params[sig.Params().At(i)] = param(fn.FullName(), i)
		}
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			lit, isLit := right.(*ast.FuncLit)
			left, isIdent := n.Lhs[i].(*ast.Ident)
			if isLit && isIdent {
				f.literals[f.info.ObjectOf(left)] = lit
			}
		}
	}
	return true
}

func (f *flows) name(params *types.TypeParamList, of string) {
	for i := range params.Len() {
		f.typeParams[params.At(i)] = typeParam(of, i)
	}
}

func typeParam(of string, i int) string { return of + "#" + strconv.Itoa(i) }
func param(of string, i int) string     { return of + "(" + strconv.Itoa(i) + ")" }
func field(of, name string) string      { return of + "." + name }

func (f *flows) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		f.instance(n)
	case *ast.CallExpr:
		f.call(n)
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				f.add(f.place(left), f.source(n.Rhs[i]))
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if len(n.Names) == len(n.Values) {
				f.add(f.place(n.Names[i]), f.source(value))
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			f.add(f.place(n.Value), f.source(n.X))
		}
	}
	return true
}

// instance adds what a generic type or function is instantiated with.
func (f *flows) instance(id *ast.Ident) {
	args := f.info.Instances[id].TypeArgs
	if args == nil {
		return
	}
	of := ""
	switch obj := f.info.Uses[id].(type) {
	case *types.Func:
		of = obj.Origin().FullName()
	case *types.TypeName:
		of = obj.Pkg().Path() + "." + obj.Name()
	}
	for i := range args.Len() {
		f.add(typeParam(of, i), f.typeSource(args.At(i)))
	}
}

func (f *flows) call(call *ast.CallExpr) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return
	}
	switch obj := f.info.Uses[id].(type) {
	case *types.Func:
		of := obj.Origin()
		last := of.Signature().Params().Len() - 1
		for i, arg := range call.Args {
			f.add(param(of.FullName(), min(i, last)), f.source(arg))
		}
	case *types.Var:
		lit := f.literals[obj]
		if lit == nil {
			return
		}
		i := 0
		for _, group := range lit.Type.Params.List {
			for _, name := range group.Names {
				if i < len(call.Args) {
					f.add(f.place(name), f.source(call.Args[i]))
				}
				i++
			}
		}
	}
}

// literal adds the fields of a struct, and what a list or map consists of to the
// list itself.
func (f *flows) literal(lit *ast.CompositeLit) {
	t := f.info.TypeOf(lit).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	s, isStruct := t.(*types.Struct)
	for i, elt := range lit.Elts {
		value := elt
		kv, keyed := elt.(*ast.KeyValueExpr)
		if keyed {
			value = kv.Value
		}
		switch {
		case !isStruct:
			f.add(f.position(lit), f.source(value))
		case keyed:
			f.add(f.field(f.info.TypeOf(lit), f.info.Uses[kv.Key.(*ast.Ident)]), f.source(value))
		default:
			f.add(f.field(f.info.TypeOf(lit), s.Field(i)), f.source(value))
		}
	}
}

// field names a field by its type, or by where it is declared if that has no name.
func (f *flows) field(of types.Type, v types.Object) string {
	if name := typeName(of); name != "" {
		return field(name, v.Name())
	}
	return f.position(v)
}

func (f *flows) position(x interface{ Pos() token.Pos }) string {
	return f.fset.Position(x.Pos()).String()
}

// place is the place that an expression stands for; none if it computes
// something.
func (f *flows) place(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.info.ObjectOf(e).(*types.Var); ok {
			if p := f.params[v]; p != "" {
				return p
			}
			return f.position(v)
		}
	case *ast.SelectorExpr:
		if s := f.info.Selections[e]; s != nil && s.Kind() == types.FieldVal {
			return f.field(s.Recv(), s.Obj())
		}
	case *ast.CompositeLit:
		return f.position(e)
	}
	return ""
}

// source is what an expression brings along: its type if that is a named one, or
// else what flows into the place that it stands for.
func (f *flows) source(e ast.Expr) source {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && f.info.Types[call.Fun].IsType() {
		return f.source(call.Args[0])
	}
	t := f.info.TypeOf(e)
	if t == nil {
		return source{}
	}
	if s := f.typeSource(t); s != (source{}) {
		return s
	}
	return source{place: f.place(e)}
}

// typeSource leaves out interfaces, which say too little, and types without a
// name.
func (f *flows) typeSource(t types.Type) source {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if p, ok := t.(*types.TypeParam); ok {
		return source{place: f.typeParams[p]}
	}
	if types.IsInterface(t) {
		return source{}
	}
	return source{typ: typeName(t)}
}

// typeName is the name of a type or of what it points to, without type arguments;
// empty if it has none.
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}
