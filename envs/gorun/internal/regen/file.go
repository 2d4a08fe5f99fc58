package regen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A target is one function that can be replaced: a declaration, or a literal in a package-level initialiser.
type target struct {
	file *fileGen
	decl *ast.FuncDecl
	lit  *ast.FuncLit
	fn   *ssa.Function
	kept string // why it keeps its body

	from, to   token.Pos // what is replaced
	text       string    // the new text
	begin, end int       // its lines in the file, physical
}

func (t *target) name() string {
	if t.fn != nil {
		return t.fn.String()
	}
	return t.decl.Name.Name
}

// A fileGen writes one file.
type fileGen struct {
	pg      *packageGen
	name    string
	syntax  *ast.File
	src     []byte
	tf      *token.File
	targets []*target
	text    []byte
	dirty   bool // the text is to be parsed
	stale   bool // functions are kept that the text does not keep yet
}

type edit struct {
	from, to int
	text     string
	target   *target
}

func (f *fileGen) source(from, to token.Pos) string {
	return string(f.src[f.tf.Offset(from):f.tf.Offset(to)])
}

// write produces the file's text with all targets that are not kept replaced.
func (f *fileGen) write() {
	p := f.pg.pkg
	n := &names{pkg: p.Types, std: f.pg.std, suffix: f.pg.suffix, imports: map[string]string{}}
	var edits []edit
	gone := map[ast.Node]bool{}
	for _, t := range f.targets {
		if t.kept != "" {
			continue
		}
		u := &unit{names: n, fset: p.Fset, probes: &f.pg.opts.Probes}
		count := len(n.order)
		var text string
		var err error
		if t.decl != nil {
			t.from, t.to = t.decl.Type.Func, t.decl.End()
			text, err = u.twice(func() (string, error) {
				return u.writeDecl(t.decl, t.fn, p.TypesInfo, f.expected(t.decl), f.source)
			})
		} else {
			t.from, t.to = t.lit.Pos(), t.lit.End()
			text, err = u.twice(func() (string, error) { return u.writeLit(t.lit, t.fn, p.TypesInfo) })
		}
		if err != nil {
			for _, path := range n.order[count:] {
				delete(n.imports, path)
			}
			n.order = n.order[:count]
			t.kept = err.Error()
			continue
		}
		t.text = text
		edits = append(edits, edit{f.tf.Offset(t.from), f.tf.Offset(t.to), text, t})
		if t.decl != nil {
			gone[t.decl.Body] = true
		} else {
			gone[t.lit] = true
		}
	}
	edits = append(edits, f.imports(n, gone)...)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	f.apply(edits)
	f.dirty, f.stale = true, false
}

func (f *fileGen) apply(edits []edit) {
	var b bytes.Buffer
	at, line := 0, 1
	put := func(s []byte) {
		b.Write(s)
		line += bytes.Count(s, []byte("\n"))
	}
	for _, e := range edits {
		put(f.src[at:e.from])
		begin := line
		put([]byte(e.text))
		if e.target != nil {
			e.target.begin, e.target.end = begin, line
		}
		at = e.to
	}
	put(f.src[at:])
	f.text = b.Bytes()
}

// imports adds the imports that new text needs and blanks those that only replaced text needed.
func (f *fileGen) imports(n *names, gone map[ast.Node]bool) []edit {
	info := f.pg.pkg.TypesInfo
	used := map[types.Object]bool{}
	usedPath := map[string]bool{}
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		if gone[node] {
			return false
		}
		if id, ok := node.(*ast.Ident); ok {
			if o := info.Uses[id]; o != nil {
				if pn, ok := o.(*types.PkgName); ok {
					used[pn] = true
				} else if o.Pkg() != nil {
					usedPath[o.Pkg().Path()] = true
				}
			}
		}
		return true
	})
	var edits []edit
	for _, spec := range f.syntax.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		var o types.Object
		if spec.Name != nil {
			o = info.Defs[spec.Name]
		} else {
			o = info.Implicits[spec]
		}
		dot := spec.Name != nil && spec.Name.Name == "."
		if path == "C" || spec.Name != nil && spec.Name.Name == "_" || o != nil && used[o] || dot && f.dotUsed(path, gone) {
			continue
		}
		edits = append(edits, edit{f.tf.Offset(spec.Pos()), f.tf.Offset(spec.Path.End()), "_ " + spec.Path.Value, nil})
	}
	var b strings.Builder
	for _, path := range n.order {
		fmt.Fprintf(&b, "; import %s %q", n.imports[path], path)
	}
	if b.Len() > 0 {
		at := f.tf.Offset(f.syntax.Name.End())
		edits = append(edits, edit{at, at, b.String(), nil})
	}
	return edits
}

// dotUsed reports whether remaining text uses an object of a package that is imported with a dot.
func (f *fileGen) dotUsed(path string, gone map[ast.Node]bool) bool {
	p := f.pg.pkg
	found := false
	var visit func(node ast.Node) bool
	visit = func(node ast.Node) bool {
		if gone[node] || found {
			return false
		}
		switch node := node.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(node.X, visit)
			return false
		case *ast.Ident:
			o := p.TypesInfo.Uses[node]
			found = o != nil && o.Pkg() != nil && o.Pkg() != p.Types && o.Parent() == o.Pkg().Scope() &&
				samePath(p, path, o.Pkg())
		}
		return !found
	}
	ast.Inspect(f.syntax, visit)
	return found
}

func samePath(p *packages.Package, path string, q *types.Package) bool {
	imp := p.Imports[path]
	return imp != nil && imp.Types == q || q.Path() == path
}
