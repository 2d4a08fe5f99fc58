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
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("source of package %s: %w", p.ID, err)
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

// generate writes all files, checks their types, and gives up on functions with errors until none is left.
func (g *packageGen) generate() error {
	for _, f := range g.files {
		f.write()
	}
	for range 20 {
		errs, err := g.check.run(g.files)
		if err != nil {
			return err
		}
		if len(errs) == 0 {
			return nil
		}
		progress := false
		again := map[*fileGen]bool{}
		for _, e := range errs {
			for _, t := range e.file.targets {
				if t.kept == "" && t.begin <= e.line && e.line <= t.end {
					t.kept = "does not type-check: " + e.msg
					again[e.file] = true
					progress = true
				}
			}
		}
		if !progress {
			for _, e := range errs {
				for _, t := range e.file.targets {
					if t.kept == "" {
						t.kept = fmt.Sprintf("file does not type-check: line %d: %s", e.line, e.msg)
						again[e.file] = true
						progress = true
					}
				}
			}
		}
		if !progress {
			return fmt.Errorf("package %s: regenerated text does not type-check although all functions with errors keep their body: %s:%d: %s",
				g.pkg.ID, errs[0].file.name, errs[0].line, errs[0].msg)
		}
		for f := range again {
			f.write()
		}
	}
	return fmt.Errorf("package %s: regenerated text does not type-check after 20 rounds", g.pkg.ID)
}
