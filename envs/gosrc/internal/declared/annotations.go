package declared

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/loading"
)

// Mark is how annotations begin; the package comment has them all.
const Mark = "+check"

// Annotations are the annotations of a program. It is not changed once functions are lowered.
type Annotations struct {
	Memory map[token.Pos]*envs.Declaration // by the place of a field or package variable
	Leads  map[token.Pos]bool              // likewise: on the way to a lock
	funcs  map[token.Pos]*contract         // by the place of a declaration
	Forced map[fileLine]bool
}

type fileLine struct {
	file string
	line int
}

// contract is what is declared of a function, with the places of the variables in which its locks lie.
type contract struct {
	envs.Contract
	Locks map[*envs.Path]place
}

// annotation is one, taken apart.
type annotation struct {
	pos  token.Pos
	word string // "checklocks"
	arg  string
	args bool // there is a colon
}

// annotationIn is the annotation of a comment. What is indented further than by one blank is an example in a text.
func annotationIn(c *ast.Comment) (annotation, bool) {
	text, ok := strings.CutPrefix(c.Text, "//")
	trimmed := strings.TrimLeft(text, " \t")
	if !ok || !strings.HasPrefix(trimmed, Mark) || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "  ") {
		return annotation{}, false
	}
	a := annotation{pos: c.Pos() + token.Pos(2+len(text)-len(trimmed)), word: trimmed[1:]}
	if i := strings.IndexAny(a.word, ":= \t"); i >= 0 {
		a.args = a.word[i] == ':' || a.word[i] == '='
		a.word, a.arg = a.word[:i], strings.TrimSpace(a.word[i+1:])
	}
	if a.word != "checkatomic" && !strings.HasPrefix(a.word, "checklock") {
		return annotation{}, false // somebody else's
	}
	return a, true
}

// Read reads the annotations of the packages that are loaded with their source.
func Read(p *loading.Program) *Annotations {
	into := &Annotations{
		Memory: map[token.Pos]*envs.Declaration{}, Leads: map[token.Pos]bool{},
		funcs: map[token.Pos]*contract{}, Forced: map[fileLine]bool{},
	}
	seen := map[token.Pos]bool{} // files, of which copies of packages have the same
	for _, pkg := range p.Packages {
		for _, f := range pkg.Load.Syntax {
			if len(f.Comments) > 0 && !seen[f.Package] {
				seen[f.Package] = true
				r := &reader{src: p, into: into, pkg: pkg.Load, done: map[*ast.CommentGroup]bool{}}
				r.file(f)
				r.marks(f)
			}
		}
	}
	return into
}

// reader reads the annotations of a file.
type reader struct {
	src  *loading.Program
	into *Annotations
	pkg  *packages.Package
	done map[*ast.CommentGroup]bool
}

func (r *reader) fail(at token.Pos, format string, args ...any) {
	r.src.Report(at, r.pkg, fmt.Sprintf(format, args...))
}

func (r *reader) file(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.function(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, a := range r.of(d.Doc, v.Doc, v.Comment) {
						r.memory(a, r.variables(v.Names), lockScope{pkg: r.pkg.Types})
					}
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			r.fields(s)
		}
		return true
	})
	for _, g := range f.Comments {
		if !r.done[g] {
			r.lines(g)
		}
	}
}

// of are the annotations of some groups, which are done with.
func (r *reader) of(groups ...*ast.CommentGroup) (list []annotation) {
	for _, g := range groups {
		if g == nil {
			continue
		}
		r.done[g] = true
		for _, c := range g.List {
			if a, ok := annotationIn(c); ok {
				list = append(list, a)
			}
		}
	}
	return list
}

// lines reads a group that belongs to no declaration.
func (r *reader) lines(g *ast.CommentGroup) {
	for _, c := range g.List {
		switch a, ok := annotationIn(c); {
		case !ok:
		case a.word == "checklocksforce" || a.word == "checklocksignore" || a.word == "checklocksfail":
			at := r.src.Fset.Position(c.Pos())
			r.into.Forced[fileLine{at.Filename, at.Line}] = true
		case standsBy[a.word] == 0:
			r.unknown(a)
		default:
			r.fail(a.pos, "+%s stands beside no field, package variable or declaration of a function", a.word)
		}
	}
}

func (r *reader) fields(s *ast.StructType) {
	t, ok := r.pkg.TypesInfo.TypeOf(s).(*types.Struct)
	if !ok {
		return
	}
	fields := slices.Collect(t.Fields())
	for _, f := range s.Fields.List {
		n := max(len(f.Names), 1) // an embedded field has no name
		for _, a := range r.of(f.Doc, f.Comment) {
			r.memory(a, fields[:n], lockScope{pkg: r.pkg.Types, of: t})
		}
		fields = fields[n:]
	}
}

// variables are those that a declaration names.
func (r *reader) variables(names []*ast.Ident) (vars []*types.Var) {
	for _, name := range names {
		if v, ok := r.pkg.TypesInfo.Defs[name].(*types.Var); ok {
			vars = append(vars, v)
		}
	}
	return vars
}

// memory notes an annotation of fields or package variables.
func (r *reader) memory(a annotation, vars []*types.Var, scope lockScope) {
	var guards []envs.Guard
	switch {
	case standsBy[a.word] == 0:
		r.unknown(a)
		return
	case standsBy[a.word]&ofMemory == 0:
		r.fail(a.pos, "+%s is for functions, and this is memory: want +checklocks:LOCK or +checkatomic", a.word)
		return
	case a.word == "checklocksignore":
		return
	case a.word == "checklocks":
		l, err := r.lock(a, a.arg, scope)
		if err != nil {
			r.fail(a.pos, "+%s: %v", a.word, err)
			return
		}
		guards = []envs.Guard{{Path: l.path}}
	}
	for _, v := range vars {
		d := r.into.Memory[v.Pos()]
		if d == nil {
			d = &envs.Declaration{}
			r.into.Memory[v.Pos()] = d
		}
		d.Atomic = d.Atomic || a.word == "checkatomic"
		d.Guards = append(append(d.Guards, d.WriteGuards...), guards...)
		d.WriteGuards = nil
		if d.Atomic {
			d.Guards, d.WriteGuards = nil, d.Guards
		}
	}
}

// function notes the annotations of a declaration.
func (r *reader) function(d *ast.FuncDecl) {
	c := &contract{Locks: map[*envs.Path]place{}}
	list := r.of(d.Doc)
	scope := lockScope{pkg: r.pkg.Types, fn: r.pkg.TypesInfo.Defs[d.Name]}
	for _, a := range list {
		switch k := standsBy[a.word]; {
		case k == 0:
			r.unknown(a)
			continue
		case k&ofFunctions == 0:
			r.fail(a.pos, "+%s is not for functions", a.word)
			continue
		}
		if a.word == "checklocksignore" || a.word == "checklocksforce" {
			c.Ignored = true
			continue
		}
		if a.word == "checklocksalias" {
			one, other, two := strings.Cut(a.arg, "=")
			if !two {
				r.fail(a.pos, "+%s: want two locks, as in +%s:a.mu=b.mu", a.word, a.word)
				continue
			}
			x, err := r.lock(a, one, scope)
			y, err2 := r.lock(a, other, scope)
			if err == nil {
				err = err2
			}
			if err != nil {
				r.fail(a.pos, "+%s: %v", a.word, err)
			} else if x.path != nil && y.path != nil {
				c.Aliases = append(c.Aliases, [2]*envs.Path{x.path, y.path})
			}
			continue
		}
		l, err := r.lock(a, a.arg, scope)
		if err != nil {
			r.fail(a.pos, "+%s: %v", a.word, err)
			continue
		}
		sort, read := strings.CutSuffix(strings.TrimPrefix(a.word, "checklocks"), "read")
		g := envs.Guard{Path: l.path, Read: read}
		if l.path != nil {
			c.Locks[l.path] = l.at
		}
		switch sort {
		case "":
			c.Requires = append(c.Requires, g)
		case "acquire":
			c.Acquires = append(c.Acquires, g)
		case "release":
			c.Releases = append(c.Releases, g)
		case "exclude", "excludewrite":
			g.Read = sort == "excludewrite"
			c.Excludes = append(c.Excludes, g)
		}
	}
	if len(list) > 0 {
		r.into.funcs[d.Pos()] = c
	}
}

// Where an annotation may stand.
type standing uint8

const (
	ofMemory standing = 1 << iota
	ofFunctions
	ofLines
)

var standsBy = map[string]standing{
	"checklocks": ofMemory | ofFunctions, "checkatomic": ofMemory, "checklocksignore": ofMemory | ofFunctions | ofLines,
	"checklocksread": ofFunctions, "checklocksacquire": ofFunctions, "checklocksacquireread": ofFunctions,
	"checklocksrelease": ofFunctions, "checklocksreleaseread": ofFunctions,
	"checklocksexclude": ofFunctions, "checklocksexcludewrite": ofFunctions, "checklocksalias": ofFunctions,
	"checklocksforce": ofFunctions | ofLines, "checklocksfail": ofLines,
}

func (r *reader) unknown(a annotation) {
	r.fail(a.pos, "+%s is no annotation: "+
		"want +checklocks, read, acquire, release, exclude, alias, ignore or force after it, or +checkatomic", a.word)
}

// IsForced reports whether a line is annotated so.
func (a *Annotations) IsForced(at token.Position) bool {
	return a.Forced[fileLine{at.Filename, at.Line}]
}

// ContractOf is what is declared of a function, nil if nothing is.
func (a *Annotations) ContractOf(f *loading.Function) *contract {
	d := declaration(f)
	if d == nil || f.SSA.Parent() != nil {
		return nil
	}
	return a.funcs[d.Pos()]
}
