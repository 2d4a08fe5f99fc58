package amplify

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
)

// A speller spells types and values in a file of a package, and knows what the file has to import for that.
type speller struct {
	fset    *token.FileSet
	pkg     *types.Package
	inTest  bool              // the file is a test file, and sees what test files declare
	prefix  string            // of the names of imports
	imports map[string]string // the names of packages, by path
	// choose chooses one of n things.
	choose func(n int) int
}

func newSpeller(c *callable, fset *token.FileSet, inTest bool, prefix string) *speller {
	return &speller{
		fset: fset, pkg: c.pkg.SSA.Pkg, inTest: inTest, prefix: prefix, imports: map[string]string{},
		choose: func(int) int { return 0 },
	}
}

// imported is the name of a package in the file.
func (s *speller) imported(importPath, name string) string {
	importPath = strings.TrimPrefix(importPath, "vendor/")
	if known, ok := s.imports[importPath]; ok {
		return known
	}
	free := s.prefix + name
	for s.taken(free) || slices.Contains(locals, free) {
		free += "pkg"
	}
	s.imports[importPath] = free
	return free
}

// locals are the variables around values in generated tests.
var locals = []string{"err", "object", "t", "v", "x"}

func (s *speller) taken(name string) bool {
	if s.pkg.Scope().Lookup(name) != nil {
		return true
	}
	for _, known := range s.imports {
		if known == name {
			return true
		}
	}
	return false
}

// file is the file with these declarations. It imports what they use.
func (s *speller) file(comment, declarations string) (string, error) {
	clause := "package " + s.pkg.Name() + "\n"
	syntax, err := parser.ParseFile(token.NewFileSet(), "", clause+declarations, parser.SkipObjectResolution)
	if err != nil {
		return "", fmt.Errorf("what was written is no Go: %w", err)
	}
	used := map[string]bool{}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	var b strings.Builder
	b.WriteString(comment + clause + "\nimport (\n")
	for _, p := range slices.Sorted(maps.Keys(s.imports)) {
		switch name := s.imports[p]; {
		case !used[name]:
		case name == path.Base(p):
			fmt.Fprintf(&b, "\t%q\n", p)
		default:
			fmt.Fprintf(&b, "\t%s %q\n", name, p)
		}
	}
	b.WriteString(")\n" + declarations)
	return b.String(), nil
}

// spell writes a type.
func (s *speller) spell(t types.Type) (string, error) {
	if err := s.check(t); err != nil {
		return "", err
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == s.pkg.Path() {
			return ""
		}
		return s.imported(p.Path(), p.Name())
	}), nil
}

// check says why a type cannot be written in the file.
func (s *speller) check(t types.Type) error {
	switch t := t.(type) {
	case *types.Alias:
		return s.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return s.named(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		return fmt.Errorf("%s is a type parameter", t)
	case *types.Pointer:
		return s.check(t.Elem())
	case *types.Slice:
		return s.check(t.Elem())
	case *types.Array:
		return s.check(t.Elem())
	case *types.Chan:
		return s.check(t.Elem())
	case *types.Map:
		if err := s.check(t.Key()); err != nil {
			return err
		}
		return s.check(t.Elem())
	case *types.Signature:
		if err := s.check(t.Params()); err != nil {
			return err
		}
		return s.check(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if err := s.check(v.Type()); err != nil {
				return err
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() && f.Pkg().Path() != s.pkg.Path() {
				return fmt.Errorf("%s has a field that is not exported", t)
			}
			if err := s.check(f.Type()); err != nil {
				return err
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if !m.Exported() && m.Pkg().Path() != s.pkg.Path() {
				return fmt.Errorf("%s has a method that is not exported", t)
			}
			if err := s.check(m.Type()); err != nil {
				return err
			}
		}
		for e := range t.EmbeddedTypes() {
			if err := s.check(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *speller) named(obj *types.TypeName, args *types.TypeList) error {
	for arg := range args.Types() {
		if err := s.check(arg); err != nil {
			return err
		}
	}
	if !s.sees(obj) {
		return fmt.Errorf("%s cannot be named in a file of package %s", obj.Name(), s.pkg.Name())
	}
	return nil
}

// sees reports whether what is declared has a name in the file.
func (s *speller) sees(obj types.Object) bool {
	switch {
	case obj.Pkg() == nil:
		return true // predeclared
	case obj.Pkg().Path() != s.pkg.Path():
		return obj.Exported() && obj.Pkg().Path() != "C" && obj.Pkg().Name() != "main"
	}
	file := s.fset.PositionFor(obj.Pos(), false).Filename
	return obj.Parent() == obj.Pkg().Scope() && (s.inTest || !strings.HasSuffix(file, "_test.go"))
}

// maxDepth is how deep a value is made of others.
const maxDepth = 3

// value writes a value of a type, as an argument.
func (s *speller) value(t types.Type, depth int) (string, error) {
	if depth > maxDepth {
		return "", fmt.Errorf("a value of %s is too deep", t)
	}
	switch t.String() {
	case "context.Context":
		return s.imported("context", "context") + ".Background()", nil
	case "error":
		return "nil", nil
	case "time.Duration":
		return []string{"0", "1"}[s.choose(2)], nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return s.basic(u)
	case *types.Pointer:
		if made := s.made(t); made != "" {
			return made, nil
		}
		of, err := s.spell(u.Elem())
		return "new(" + of + ")", err
	case *types.Struct, *types.Array:
		of, err := s.spell(t)
		return of + "{}", err
	case *types.Chan:
		of, err := s.spell(types.NewChan(types.SendRecv, u.Elem()))
		return "make(" + of + ", 1)", err
	case *types.Slice:
		return s.slice(t, u, depth)
	case *types.Map:
		of, err := s.spell(t)
		if plain(u.Key()) && plain(u.Elem()) && s.choose(2) == 1 {
			key, _ := s.value(u.Key(), depth+1)
			elem, _ := s.value(u.Elem(), depth+1)
			of += "{" + key + ": " + elem + "}"
		} else {
			of += "{}"
		}
		return of, err
	case *types.Signature:
		return s.function(u)
	case *types.Interface:
		return s.implementation(t, u)
	}
	return "", fmt.Errorf("no value of %s can be written", t)
}

func (s *speller) basic(b *types.Basic) (string, error) {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return []string{"false", "true"}[s.choose(2)], nil
	case info&types.IsString != 0:
		return []string{`"a"`, `"b"`, `""`}[s.choose(3)], nil
	case info&types.IsNumeric != 0:
		return []string{"1", "0", "2"}[s.choose(3)], nil
	}
	return "nil", nil // unsafe.Pointer
}

// slice writes a slice of at most two elements.
func (s *speller) slice(t types.Type, u *types.Slice, depth int) (string, error) {
	of, err := s.spell(t)
	var list []string
	if plain(u.Elem()) {
		for range s.choose(3) {
			elem, err := s.value(u.Elem(), depth+1)
			if err != nil {
				return "", err
			}
			list = append(list, elem)
		}
	}
	return of + "{" + strings.Join(list, ", ") + "}", err
}

// plain reports whether the values of a type have no parts.
func plain(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// function writes a function that does nothing and returns zero values.
func (s *speller) function(sig *types.Signature) (string, error) {
	var params, results []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		of, err := s.spell(t)
		if err != nil {
			return "", err
		}
		if slice, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			of, _ = s.spell(slice.Elem())
			of = "..." + of
		}
		params = append(params, of)
	}
	for i := range sig.Results().Len() {
		of, err := s.spell(sig.Results().At(i).Type())
		if err != nil {
			return "", err
		}
		results = append(results, fmt.Sprintf("r%d %s", i, of))
	}
	text := "func(" + strings.Join(params, ", ") + ")"
	if len(results) > 0 {
		return text + " (" + strings.Join(results, ", ") + ") { return }", nil
	}
	return text + " {}", nil
}

// common are values of interfaces of the standard library, by type.
var common = map[string]struct{ path, value string }{
	"io.Reader": {"strings", `.NewReader("a")`},
	"io.Writer": {"io", ".Discard"},
}

// implementation writes a value of an interface, nil never.
func (s *speller) implementation(t types.Type, u *types.Interface) (string, error) {
	if u.Empty() {
		return []string{`"a"`, "1", "false"}[s.choose(3)], nil
	}
	if c, ok := common[t.String()]; ok && strings.Contains(s.pkg.Path(), ".") {
		return s.imported(c.path, c.path) + c.value, nil
	}
	scope := s.pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !s.sees(obj) || types.IsInterface(obj.Type()) || isGeneric(obj.Type()) {
			continue
		}
		pointer := types.NewPointer(obj.Type())
		if !types.Implements(pointer, u) || embedsInterface(obj.Type()) {
			continue
		}
		if made := s.made(pointer); made != "" {
			return made, nil
		}
		return "new(" + name + ")", nil
	}
	return "", fmt.Errorf("no type of package %s is known to implement %s", s.pkg.Name(), t)
}

func isGeneric(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.TypeParams().Len() > 0
}

// embedsInterface reports whether methods of a type's zero value are those of nil.
func embedsInterface(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if f.Embedded() && (types.IsInterface(f.Type()) || embedsInterface(f.Type())) {
			return true
		}
	}
	return false
}

// made is a call, without arguments, of a function of the package that returns the type and nothing else, or "".
func (s *speller) made(t types.Type) string {
	scope := s.pkg.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || !s.sees(fn) || !constructs(name) {
			continue
		}
		sig := fn.Signature()
		if sig.TypeParams().Len() == 0 && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
			types.Identical(sig.Results().At(0).Type(), t) {
			return name + "()"
		}
	}
	return ""
}

// constructs reports whether a function has the name of one that makes something.
func constructs(name string) bool {
	for _, begin := range []string{"New", "new", "Make", "make", "Open", "open", "Create", "create"} {
		if rest, ok := strings.CutPrefix(name, begin); ok && (rest == "" || ast.IsExported(rest)) {
			return true
		}
	}
	return false
}
