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
