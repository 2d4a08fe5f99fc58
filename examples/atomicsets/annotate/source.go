package annotate

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/examples/atomicsets"
)

// A Source is the source of all that an inference speaks of.
type Source struct {
	inf     atomicsets.Inference
	fset    *token.FileSet
	files   []*file
	structs map[string][]*declared
	funcs   map[string]*function
}

// A file is a file of the module.
type file struct {
	name string // relative to the module, with slashes
	pkg  string // the path of its package
	text []byte
	*ast.File
}

// declared is a struct type in the source.
type declared struct {
	file  *file
	name  string // as a type of its package would be called
	start token.Pos
	end   token.Pos
	*ast.StructType
}

type function struct {
	file *file
	*ast.FuncDecl
}

// Load reads the packages of the module in dir that an inference speaks of, their tests included. tags
// are build tags, with commas.
func Load(ctx context.Context, dir, tags string, inf atomicsets.Inference) (*Source, error) {
	s := &Source{inf: inf, fset: token.NewFileSet(), structs: map[string][]*declared{}, funcs: map[string]*function{}}
	paths := s.packages()
	if len(paths) == 0 {
		return s, nil
	}
	root, err := filepath.Abs(cmp.Or(dir, "."))
	if err != nil {
		return nil, err
	}
	cfg := &packages.Config{Context: ctx, Dir: dir, Tests: true, Mode: packages.NeedName | packages.NeedFiles}
	if tags != "" {
		cfg.BuildFlags = []string{"-tags=" + tags}
	}
	list, err := packages.Load(cfg, paths...)
	if err != nil {
		return nil, fmt.Errorf("the packages of what is inferred cannot be listed: %w", err)
	}
	seen := map[string]bool{}
	for _, p := range list {
		for _, name := range p.GoFiles {
			if seen[name] || strings.HasSuffix(p.PkgPath, ".test") {
				continue
			}
			seen[name] = true
			if err := s.read(root, p.PkgPath, name); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(s.files, func(a, b *file) int { return strings.Compare(a.name, b.name) })
	for _, f := range s.files {
		s.note(f)
	}
	return s, nil
}

// packages are the paths of those that are spoken of, ascending.
func (s *Source) packages() (paths []string) {
	for _, x := range s.inf.Sets {
		paths = append(paths, packageOf(x.Class))
		for _, fn := range x.Units {
			paths = append(paths, packageOf(fn))
		}
	}
	for _, a := range s.inf.Aliases {
		paths = append(paths, packageOf(a.Class))
	}
	for _, u := range s.inf.Units {
		paths = append(paths, packageOf(u.Func))
	}
	slices.Sort(paths)
	return slices.Compact(slices.DeleteFunc(paths, func(p string) bool { return p == "" }))
}

// unnamed reports whether the type has no declaration: it is that of a field or a variable.
func (d *declared) unnamed() bool { return d.start == d.StructType.Pos() }

// packageOf is the path of the package of a type or a function; a package of tests goes with the
// one that it tests.
func packageOf(name string) string {
	pkg, _ := cutPackage(strings.TrimLeft(name, "(*"))
	return strings.TrimSuffix(pkg, "_test")
}

// cutPackage takes a name apart: PATH.NAME. The path's last part may have dots before a slash only.
func cutPackage(name string) (pkg, rest string) {
	head, _, _ := strings.Cut(name, "[") // type arguments have paths, too
	i := strings.LastIndexByte(head, '/') + 1
	j := strings.IndexByte(head[i:], '.')
	if j < 0 {
		return "", name
	}
	return name[:i+j], name[i+j+1:]
}

// read parses a file of the module; others are left alone.
func (s *Source) read(root, pkg, name string) error {
	rel, err := filepath.Rel(root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.files = append(s.files, &file{filepath.ToSlash(rel), pkg, text, f})
	return nil
}

// note finds the declarations of a file.
func (s *Source) note(f *file) {
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil {
				s.funcs[f.pkg+"."+n.Name.Name] = &function{f, n}
			} else if len(n.Recv.List) == 1 {
				star, recv := "", n.Recv.List[0].Type
				if p, ok := recv.(*ast.StarExpr); ok {
					star, recv = "*", p.X
				}
				s.funcs["("+star+f.pkg+"."+typeName(recv)+")."+n.Name.Name] = &function{f, n}
			}
		case *ast.TypeSpec:
			s.noteStruct(f, n.Name.Name, n.Type, n.Pos(), n.End())
		case *ast.ValueSpec:
			for i, id := range n.Names {
				t := n.Type
				if t == nil && i < len(n.Values) {
					if lit, ok := n.Values[i].(*ast.CompositeLit); ok {
						t = lit.Type
					}
				}
				if st, ok := t.(*ast.StructType); ok {
					s.noteStruct(f, id.Name, st, st.Pos(), st.End())
				}
			}
		}
		return true
	})
}

// noteStruct notes a struct type and those of its fields.
func (s *Source) noteStruct(f *file, name string, t ast.Expr, start, end token.Pos) {
	st, ok := t.(*ast.StructType)
	if !ok {
		return
	}
	class := f.pkg + "." + name
	s.structs[class] = append(s.structs[class], &declared{f, name, start, end, st})
	for _, field := range st.Fields.List {
		for _, id := range field.Names {
			if inner, ok := field.Type.(*ast.StructType); ok {
				s.noteStruct(f, name+"."+id.Name, inner, inner.Pos(), inner.End())
			}
		}
	}
}

// find is the declaration of a type, or why there is none to write to.
func (s *Source) find(class string) (*declared, string) {
	switch list := s.structs[class]; len(list) {
	case 0:
		return nil, "is not declared as a struct in the module"
	case 1:
		return list[0], ""
	}
	return nil, "is the name of several types of its package"
}

// fn is the declaration of a function; nil of literals and what is made by the compiler.
func (s *Source) fn(name string) *function {
	if strings.HasPrefix(name, "(") {
		recv, method, _ := strings.Cut(name, ").")
		recv, _, _ = strings.Cut(recv, "[")
		return s.funcs[recv+")."+method]
	}
	name, _, _ = strings.Cut(name, "[")
	return s.funcs[name]
}

// typeName is the name of a receiver's type, without its parameters.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	case *ast.ParenExpr:
		return typeName(t.X)
	}
	return ""
}

// namesOf are the names of the fields that are declared together; of an embedded one, its type's.
func namesOf(f *ast.Field) (names []string) {
	for _, id := range f.Names {
		names = append(names, id.Name)
	}
	if names == nil {
		t := f.Type
		if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		}
		if q, ok := t.(*ast.SelectorExpr); ok {
			t = q.Sel
		}
		names = []string{typeName(t)}
	}
	return names
}

func (s *Source) offset(p token.Pos) int { return s.fset.Position(p).Offset }
