package regen

import (
	"fmt"
	"go/ast"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A packageGen regenerates the files of one package.
type packageGen struct {
	pkg    *packages.Package
	ssa    *ssa.Package
	opts   *Options
	std    bool
	suffix string
	files  []*fileGen
	check  *checker
}

func newPackageGen(prog *ssa.Program, p *packages.Package, opts *Options, imports *importMap) (*packageGen, error) {
	sp := prog.Package(p.Types)
	if sp == nil {
		return nil, fmt.Errorf("package %s is not in the SSA program: create the program from the same packages", p.ID)
	}
	idents := map[string]bool{}
	for _, f := range p.Syntax {
		for _, spec := range f.Imports {
			if spec.Name != nil {
				idents[spec.Name.Name] = true
			}
		}
	}
	g := &packageGen{pkg: p, ssa: sp, opts: opts, suffix: freshSuffix(p.Types, idents), std: isStd(p)}
	g.check = &checker{pkg: p, imports: imports}
	for i, syntax := range p.Syntax {
		name := p.CompiledGoFiles[i]
		if !slices.Contains(p.GoFiles, name) {
			continue
		}
		src, replaced := opts.Overlay[name]
		if !replaced {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				return nil, fmt.Errorf("source of package %s: %w", p.ID, err)
			}
		}
		f := &fileGen{pg: g, name: name, syntax: syntax, src: src, tf: p.Fset.File(syntax.FileStart), text: src}
		f.findTargets(sp)
		g.files = append(g.files, f)
	}
	return g, nil
}

// isStd reports whether p is of the standard library: outside of any module, with no dot in the first part of its path.
func isStd(p *packages.Package) bool {
	first, _, _ := strings.Cut(p.PkgPath, "/")
	return p.Module == nil && first != "command-line-arguments" && !strings.Contains(first, ".")
}

func (f *fileGen) findTargets(sp *ssa.Package) {
	p := f.pg.pkg
	lits := map[ast.Node]*ssa.Function{}
	for _, fn := range sp.Func("init").AnonFuncs {
		lits[fn.Syntax()] = fn
	}
	for _, d := range f.syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			t := &target{file: f, decl: d, kept: keptDirective(d)}
			if o, ok := p.TypesInfo.Defs[d.Name].(interface{ Name() string }); !ok || o.Name() == "_" {
				t.kept = "blank function, never called"
			} else if t.fn = declared(sp, p, d); t.fn == nil || len(t.fn.Blocks) == 0 {
				t.kept = "no SSA form"
			}
			f.add(t)
		case *ast.GenDecl:
			ast.Inspect(d, func(n ast.Node) bool {
				lit, ok := n.(*ast.FuncLit)
				if !ok {
					return true
				}
				if fn := lits[lit]; fn != nil {
					f.add(&target{file: f, lit: lit, fn: fn})
				}
				return false
			})
		}
	}
}

func (f *fileGen) add(t *target) {
	if t.kept == "" && f.pg.opts.Keep != nil {
		t.kept = f.pg.opts.Keep(t.fn)
	}
	f.targets = append(f.targets, t)
}

// keptDirective names the compiler directive that a regenerated body might not satisfy.
func keptDirective(d *ast.FuncDecl) string {
	if d.Doc == nil {
		return ""
	}
	for _, c := range d.Doc.List {
		for _, dir := range []string{"//go:nosplit", "//go:systemstack", "//go:nowritebarrier", "//go:nowritebarrierrec",
			"//go:yeswritebarrierrec", "//go:uintptrkeepalive", "//go:uintptrescapes", "//go:notinheap", "//go:norace"} {
			if word, _, _ := strings.Cut(c.Text, " "); word == dir {
				return "directive " + dir
			}
		}
	}
	return ""
}

// generate writes all files and checks them as the compiler would. A function with an error in its text keeps its body,
// until there is no error: each round leaves fewer functions written, and the package as it was passes.
func (g *packageGen) generate() {
	for _, f := range g.files {
		f.write()
	}
	for round := 0; ; round++ {
		errs := g.check.run(g.files)
		if len(errs) == 0 {
			return
		}
		if !g.blame(errs, round < wholeFiles) {
			g.keepAll(errs[0])
			return
		}
		for _, f := range g.files {
			if f.stale {
				f.write()
			}
		}
	}
}

// wholeFiles is the round from which on an error costs all functions of its file.
const wholeFiles = 8

// blame keeps the functions in the text of which errors stand, and reports whether there are any. Where no function
// holds an error, it keeps all functions of the file.
func (g *packageGen) blame(errs []checkError, exact bool) bool {
	progress := false
	keep := func(t *target, reason string) {
		if t.kept == "" {
			t.kept, t.file.stale, progress = reason, true, true
		}
	}
	for _, e := range errs {
		if !exact || e.file == nil {
			continue
		}
		for _, t := range e.file.targets {
			if t == e.target || e.target == nil && t.begin <= e.line && e.line <= t.end {
				keep(t, e.msg)
			}
		}
	}
	if progress {
		return true
	}
	for _, e := range errs {
		if e.file != nil {
			for _, t := range e.file.targets {
				keep(t, fmt.Sprintf("its file, line %d: %s", e.line, e.msg))
			}
		}
	}
	return progress
}

// keepAll leaves the package as it is.
func (g *packageGen) keepAll(e checkError) {
	for _, f := range g.files {
		f.text = f.src
		for _, t := range f.targets {
			if t.kept == "" {
				t.kept = "its package: " + e.msg
			}
		}
	}
}
