package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// GoPackages is the environment of Go packages, which patterns name as for the go command. Their runs are the main
// package, or the tests of one package after the other.
func GoPackages() Environment {
	return Environment{Name: "go", Doc: "Go packages, as for the go command", Open: openGo}
}

func openGo(ctx context.Context, src Source) (*Program, error) {
	cfg := goConfig(src)
	prog, err := gosrc.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p := &Program{
		Code: prog, Names: prog.Knows().Packages, LeftOut: leftOut(prog), Runner: newGoRuns(prog, cfg),
		Assumes: func(s Sides) []Assumption { return assumedOfGo(s, src.Deps) }, probed: assumedOfGoMemory,
	}
	if !src.Tests {
		p.Helpers = func() []string { return testHelpers(prog) }
	}
	return p, goProblems(prog.Errors)
}

// goConfig says what to load.
func goConfig(src Source) gosrc.Config {
	cfg := gosrc.Config{
		Dir: src.Dir, Patterns: src.Patterns, Tests: src.Tests, Deps: src.Deps, KeepSyntax: src.Runs,
		BuildFlags: slices.Clone(src.BuildFlags), Overlay: src.Overlay,
	}
	if src.Tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+src.Tags)
	}
	return cfg
}

// leftOut are the packages with errors, which have no functions in prog.
func leftOut(prog *gosrc.Program) []string {
	var paths []string
	for _, e := range prog.Errors {
		read := slices.ContainsFunc(prog.Packages, func(p *gosrc.Package) bool { return p.Path == e.Package })
		if !read && !strings.HasPrefix(e.Package, ".") && !path.IsAbs(e.Package) { // a pattern that matches nothing
			paths = append(paths, e.Package)
		}
	}
	return paths
}

// goProblems tells everything once. What the compiler said of a package comes in one error. It is taken apart, and left
// out where the package's type errors, which say the same, are known.
func goProblems(list []gosrc.Error) error {
	typed := map[string]bool{}
	type line struct {
		file string
		line int
	}
	at := map[line]int{}
	for _, e := range list {
		at[line{e.Pos.File, e.Pos.Line}]++
		if !fromCompiler(e) {
			typed[e.Package] = true
		}
	}
	var errs []error
	for _, e := range list {
		if strings.HasSuffix(e.Msg, `(invalid package name: "")`) && at[line{e.Pos.File, e.Pos.Line}] > 1 {
			continue // the go command has said why the import failed
		}
		if !fromCompiler(e) {
			if path.Ext(e.Pos.File) != ".go" {
				e.Pos.Line, e.Pos.Col = 0, 0 // a package or a pattern
			}
			errs = append(errs, Problem{Pos: e.Pos, Package: e.Package, Message: e.Msg})
			continue
		}
		for _, m := range compilerLine.FindAllStringSubmatch(e.Msg, -1) {
			if typed[e.Package] {
				break
			}
			pos := envs.Position{File: path.Clean(filepath.ToSlash(m[1]))}
			pos.Line, _ = strconv.Atoi(m[2])
			pos.Col, _ = strconv.Atoi(cmp.Or(m[3], "1"))
			errs = append(errs, Problem{Pos: pos, Package: e.Package, Message: m[4]})
		}
	}
	return errors.Join(errs...)
}

// fromCompiler reports whether an error is what the go command printed when it compiled a package: a line with the
// package, and one for each error.
func fromCompiler(e gosrc.Error) bool {
	return strings.HasPrefix(e.Msg, "# ") && compilerLine.MatchString(e.Msg)
}

var compilerLine = regexp.MustCompile(`(?m)^(\S.*?\.go):(\d+):(?:(\d+):)? (.*)$`)

// goRuns are the runs of Go packages.
type goRuns struct {
	prog *gosrc.Program
	cfg  gosrc.Config

	build   *gorun.Build // made when the first run starts, and removed after the last
	watched *gorun.Build // the same, but it stays
	stop    func() bool
}

func newGoRuns(prog *gosrc.Program, cfg gosrc.Config) *Runner {
	g := &goRuns{prog: prog, cfg: cfg}
	return &Runner{Plan: g.plan, Start: g.start, Close: g.close, Watched: g.watchedAt, Probes: g.probes}
}

// plan lists the packages, again and again if all are to be run so.
func (g *goRuns) plan(_ context.Context, cfg *RunConfig) ([]string, error) {
	names, err := gorun.Runs(g.prog, cfg.Tests)
	var all []string
	for i := range max(1, cfg.Times) {
		for _, name := range names {
			if seed := cfg.seed(i); seed != 0 {
				name = fmt.Sprintf("%s seed %d", name, seed)
			}
			all = append(all, name)
		}
	}
	return all, err
}

func (g *goRuns) start(ctx context.Context, cfg *RunConfig, i int) (*Execution, error) {
	if g.build == nil {
		b, err := gorun.Prepare(ctx, g.prog, g.config(cfg))
		if err != nil {
			return nil, err
		}
		g.build, g.watched, g.stop = b, b, context.AfterFunc(ctx, func() { b.Close() })
	}
	n := len(g.build.Runs())
	s, seed := g.build.Session(ctx, i%n), cfg.seed(i/n)
	if seed != 0 {
		s.Perturb(seed, places(cfg.Suspects)...)
	}
	return &Execution{
		Seed: seed,
		Each: s.Each, Wait: s.Wait, Executed: s.Executed,
		Kept: func() (kept []Kept) {
			for _, k := range s.Kept() {
				kept = append(kept, Kept(k))
			}
			return kept
		},
	}, nil
}

// places are all that findings name.
func places(findings []envs.Finding) (all []envs.Position) {
	for _, f := range findings {
		all = append(append(all, f.Pos, f.Cause), f.Also...)
		for _, n := range f.Story {
			all = append(all, n.Pos)
		}
	}
	return all
}

// config says what a run records: what the checkers need to see.
func (g *goRuns) config(cfg *RunConfig) gorun.Config {
	n := cfg.needs
	c := gorun.Config{
		Dir: g.cfg.Dir, BuildFlags: g.cfg.BuildFlags, Env: g.cfg.Env, Tests: cfg.Tests, Overlay: g.cfg.Overlay,
		Stdin: cfg.Stdin, Stdout: cfg.Stdout, Stderr: cfg.Stderr,
		All: n.everywhere, Checks: n.checks, Accesses: n.memory, Order: n.ordering, Meetings: n.meetings,
		Perturb: cfg.perturbs(), Elements: cfg.elements(),
	}
	if cfg.Tests {
		c.TestFlags = cfg.Args
	} else {
		c.Args = cfg.Args
	}
	if cfg.selecting() {
		c.Selects, c.Ways = dataflow.NewWatch(g.prog, cfg.checkers...).Selects, cfg.Count
		if !n.whole {
			c.Repeats, c.Calls = true, cfg.calls()
		}
	}
	return c
}

func (g *goRuns) close() error {
	if g.build == nil {
		return nil
	}
	g.stop()
	err := g.build.Close()
	g.build = nil
	return err
}

func (g *goRuns) watchedAt(p envs.Point) (envs.Point, string) { return g.watched.Watched(p) }

// probes tells which accesses to memory are watched, and why others need not be.
func (g *goRuns) probes() string {
	if g.watched == nil {
		return ""
	}
	return g.watched.Accesses()
}

// assumedOfGo is what is assumed about Go packages, and with which of them.
func assumedOfGo(s Sides, deps bool) []Assumption {
	var list []Assumption
	add := func(texts ...string) {
		for _, t := range texts {
			list = append(list, Assumption{Text: t})
		}
	}
	if s&Paths != 0 {
		add(
			assumedOfPaths,
			"Memory is not written, and unexported functions are not called, by way of unsafe, reflect, linkname or assembly.",
			"Calls of unknown functions leave the caller's locks as they are, and what they do is no part of what the "+
				"caller does.",
			"A lock that a function takes on some paths only is given back on the same paths, and a panic gives back "+
				"what it took.",
			"A lock is given back by the goroutine that took it.",
			"A lock that is taken through a sync.Locker is taken on its exclusive side.",
		)
		switch {
		case !deps:
			const text = "Functions of packages that no pattern matches are unknown."
			list = append(list, Assumption{text, ByDeps})
		case s&Runs != 0:
			add("Packages that no pattern matches are looked at statically only: what they execute is not watched.")
		}
	}
	if s&Runs != 0 {
		add(assumedOfRuns)
		list = append(list, Assumption{"Functions that run in their original form are not watched.", ByKept})
	}
	return list
}

// assumedOfGoMemory is what is assumed where it matters which memory is accessed, or how often something was done.
func assumedOfGoMemory(s Sides, cfg *RunConfig) []Assumption {
	var list []Assumption
	if s&Paths != 0 && cfg.needs.pathsMemory {
		const text = "A group of goroutines is told no more often than was announced to it: the counter of no " +
			"WaitGroup becomes negative."
		list = append(list, Assumption{Text: text})
	}
	if s&Runs == 0 {
		return list
	}
	if n := cfg.elements(); n > 0 && cfg.needs.memory {
		text := fmt.Sprintf("Of an array or a slice, runs follow the first %d elements.", n)
		list = append(list, Assumption{text, ByElements})
	}
	if n := cfg.calls(); n > 0 && cfg.selecting() && !cfg.Count && !cfg.needs.whole {
		const text = "Of what a goroutine does again and again with no lock held, calls of a function and accesses at one " +
			"place, runs follow the first %d, and one in 64 of the others."
		list = append(list, Assumption{fmt.Sprintf(text, n), ByCalls})
	}
	return list
}
