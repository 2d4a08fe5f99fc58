package loading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc/internal/naming"
	"github.com/seed38182bad/parallax/envs/internal/child"
)

// Config says which packages to load, and how.
type Config struct {
	// Dir is the folder in which patterns are resolved; the current one if empty.
	Dir string
	// Patterns name packages as the go command does; "." if there is none.
	Patterns []string
	// Tests loads the packages' tests too. A package that has tests in its own package is then seen once, with them,
	// or without if they have errors.
	Tests bool
	// Env is the environment of the go command; that of the process if nil.
	Env []string
	// BuildFlags are passed to the go command, for instance "-tags=x".
	BuildFlags []string
	// Overlay replaces files, by absolute name.
	Overlay map[string][]byte
	// Deps reads the bodies of all dependencies, so that calls into them can be followed. Without it dependencies are
	// known by their types, which takes a fraction of the time and memory; a call that leaves the matched packages is
	// then an open one.
	Deps bool
	// KeepSyntax keeps syntax trees, comments and type information of the loaded packages, which otherwise are
	// dropped once the functions are built. Who rewrites source needs it, and who lets go/ssa build more, such as
	// another instance of a generic function.
	KeepSyntax bool
}

// An Error is something that kept a package, or a part of it, from being read.
type Error struct {
	Pos     envs.Position
	Package string // import path
	Msg     string
}

// Error is file:line:col: message.
func (e Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// Load loads and builds packages. Of files in which one of the marks occurs the comments are read, too.
func Load(ctx context.Context, cfg Config, marks ...string) (*Program, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("gosrc: folder %q: %w", cfg.Dir, err)
	}
	roots := make(chan naming.GoRoots, 1)
	go func() { roots <- findRoots(ctx, dir, cfg.Env) }()

	mode := packages.LoadSyntax | packages.NeedModule | packages.NeedEmbedFiles
	if cfg.Deps {
		mode |= packages.NeedDeps
	}
	patterns := cfg.Patterns
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		// A main package that is built for coverage imports one that nothing here knows.
		Context: ctx, Mode: mode, Dir: dir, Env: cfg.Env, BuildFlags: append(slices.Clone(cfg.BuildFlags), "-cover=false"),
		Fset: fset, Tests: cfg.Tests, Overlay: cfg.Overlay, ParseFile: parsing(cfg.KeepSyntax, marks),
	}, patterns...)
	if ctx.Err() != nil {
		<-roots
		return nil, fmt.Errorf("gosrc: load %s: %w", strings.Join(patterns, " "), context.Cause(ctx))
	}
	p := &Program{Fset: fset, names: naming.Files{Dir: dir, GoRoots: <-roots}}
	if err != nil {
		return nil, fmt.Errorf("gosrc: load %s in %s: %w", strings.Join(patterns, " "), dir, err)
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("gosrc: no package matches %s in %s", strings.Join(patterns, " "), dir)
	}
	// The bodies of other packages are not type-checked, even if those are loaded from source because they import a
	// package as it is compiled for a test.
	checked := setOf(pkgs)
	all := pkgs
	pkgs = withoutShadows(pkgs)
	p.collectErrors(pkgs)
	p.matched, p.whole = pkgs, p.build(pkgs, checked, cfg.Deps)
	p.noteCopies(all)
	p.noteInitialisation(pkgs)
	p.number()
	p.noteConditions()
	return p, nil
}

// parsing is how files are parsed: with comments only if these are wanted, or there is a mark in one of them.
func parsing(comments bool, marks []string) func(*token.FileSet, string, []byte) (*ast.File, error) {
	mode := parser.AllErrors | parser.SkipObjectResolution
	if comments {
		mode |= parser.ParseComments
	}
	return func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		mode := mode
		if slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(src, []byte(mark)) }) {
			mode |= parser.ParseComments
		}
		return parser.ParseFile(fset, name, src, mode)
	}
}

// withoutShadows drops a package that is also there together with its tests, unless these are wrong, and the
// generated main packages of tests; it sorts the rest.
func withoutShadows(pkgs []*packages.Package) []*packages.Package {
	variant := make(map[string]bool)
	for _, p := range pkgs {
		if p.ID != p.PkgPath && strings.HasPrefix(p.ID, p.PkgPath+" [") && !p.IllTyped {
			variant[p.PkgPath] = true
		}
	}
	kept := make([]*packages.Package, 0, len(pkgs))
	for _, p := range pkgs {
		testMain := strings.HasSuffix(p.ID, ".test") && p.Name == "main"
		if testMain || p.ID == p.PkgPath && variant[p.PkgPath] {
			continue
		}
		kept = append(kept, p)
	}
	slices.SortFunc(kept, comparePaths)
	return kept
}

func (p *Program) collectErrors(roots []*packages.Package) {
	isRoot := setOf(roots)
	seen := make(map[Error]bool)
	add := func(e Error) {
		if !seen[e] {
			seen[e] = true
			p.Errors = append(p.Errors, e)
		}
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		for _, e := range pkg.Errors {
			add(Error{Pos: p.errorPos(e.Pos, pkg), Package: pkg.PkgPath, Msg: e.Msg})
		}
		if !pkg.IllTyped || len(pkg.Errors) > 0 || !isRoot[pkg] {
			return
		}
		for _, path := range sortedKeys(pkg.Imports) {
			if pkg.Imports[path].IllTyped {
				add(Error{
					Pos: p.importPos(pkg, path), Package: pkg.PkgPath,
					Msg: fmt.Sprintf("not analysed, because it imports %s, which has errors", path),
				})
				return
			}
		}
		add(Error{Pos: p.errorPos("", pkg), Package: pkg.PkgPath, Msg: "not analysed, because it is ill-typed"})
	})
}

// Report notes something wrong at a place in a package.
func (p *Program) Report(at token.Pos, pkg *packages.Package, msg string) {
	p.Errors = append(p.Errors, Error{Pos: p.Position(at), Package: pkg.PkgPath, Msg: msg})
}

func (p *Program) SortErrors() {
	slices.SortFunc(p.Errors, func(a, b Error) int {
		if c := a.Pos.Compare(b.Pos); c != 0 {
			return c
		}
		return strings.Compare(a.Msg, b.Msg)
	})
}

var errorPlace = regexp.MustCompile(`(?s)^(.*?)(?::(\d+))?(?::(\d+))?$`)

// errorPos reads "file:line:col", of which any part may be missing.
func (p *Program) errorPos(s string, pkg *packages.Package) envs.Position {
	part := errorPlace.FindStringSubmatch(s)
	line, _ := strconv.Atoi(part[2])
	col, _ := strconv.Atoi(part[3])
	pos := envs.Position{File: pkg.PkgPath, Line: max(line, 1), Col: max(col, 1)}
	switch {
	case part[1] != "" && part[1] != "-":
		pos.File = p.names.Name(part[1])
	case len(pkg.GoFiles) > 0:
		pos.File = p.names.Name(pkg.GoFiles[0])
	}
	return pos
}

func (p *Program) importPos(pkg *packages.Package, path string) envs.Position {
	for _, f := range pkg.Syntax {
		for _, spec := range f.Imports {
			if s, err := strconv.Unquote(spec.Path.Value); err == nil && s == path {
				return p.Position(spec.Pos())
			}
		}
	}
	return p.errorPos("", pkg)
}

func findRoots(ctx context.Context, dir string, env []string) naming.GoRoots {
	cmd := child.Command(ctx, "go", "env", "GOROOT", "GOMODCACHE", "GOCACHE")
	cmd.Dir, cmd.Env = dir, env
	out, err := child.Output(cmd)
	if err != nil {
		var missing *exec.Error
		if errors.As(err, &missing) {
			return naming.GoRoots{}
		}
		return naming.GoRoots{Goroot: os.Getenv("GOROOT")}
	}
	lines := append(strings.Split(strings.TrimSpace(string(out)), "\n"), "", "")
	return naming.GoRoots{Goroot: lines[0], Modcache: lines[1], Cache: lines[2]}
}
