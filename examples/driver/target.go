package driver

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/ir"
)

// A target is one program, with the way to run it.
type target struct {
	sort sort
	name string // patterns or file
	prog envs.Program
	runs dynamic
	text string // of a .plx file
}

// locks reports whether any function of t changes locks.
func (t *target) locks() bool {
	for id := range envs.FuncID(t.prog.NumFuncs()) {
		if fn := t.prog.Func(id); fn != nil && fn.Locking() {
			return true
		}
	}
	return false
}

// sort says what a target is made of.
type sort string

const (
	goSort  sort = "go"
	plxSort sort = "plx"
	// traceSort is what a trace tells of the program that was run.
	traceSort sort = "trace"
)

// dynamic is the dynamic side of a target.
type dynamic interface {
	// Plan lists the runs that cfg asks for, by names that are the same each time.
	// An error says why nothing can be run.
	Plan(ctx context.Context, cfg runConfig) ([]string, error)
	// Start starts the run with index i in what Plan listed.
	Start(ctx context.Context, cfg runConfig, i int) (session, error)
	// Watched is the operation whose events tell of the one at p, after a run: p
	// itself, or what stands for it. If none do, the string says why.
	Watched(p envs.Point) (envs.Point, string)
}

// A session is one run. Its events are read once, to the end or not; then Wait
// ends it.
type session interface {
	envs.Run
	// Kept are the functions whose execution is not watched.
	Kept() []Kept
	// Wait ends the run, if it has not ended, and gives its exit status. The error
	// says what kept it from being observed to its end.
	Wait() (exit int, err error)
}

// runConfig says what to run.
type runConfig struct {
	Test           bool     // the tests, not the program
	Args           []string // of the program, or test flags
	Seed           uint64   // of the first schedule, where schedules are ours to choose
	Runs           int      // how many of them
	Times          int      // how often runs of Go packages are made; 0 means once
	Last           bool     // these are the last ones
	Elements       int      // of an array or slice that are told apart; 0 means all
	Calls          int      // of a function that a goroutine makes before some are passed over; 0 means all
	Rounds         int      // of a loop that does nothing that others see; 0 means all
	Ways           bool     // count what is executed, even if nobody selects it
	Selects        selects  // nil if all operations are
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Needs          needs
}

// selects says of which operations of a program a run has to tell.
type selects func(envs.Program) func(fn *envs.Func, op *envs.Op, named bool) bool

// elements is the number of elements where 0 does not mean all.
func (c *runConfig) elements() int {
	if c.Elements == 0 {
		return math.MaxInt
	}
	return c.Elements
}

// needs are what checkers have to see of a run, beyond what happens around locks.
type needs struct {
	Everywhere bool
	Checks     []envs.CheckKind
	Asks       dataflow.Needs // of runs
	OfPaths    dataflow.Needs // over all paths
	Selects    bool           // all of them say what they have to be shown
}

func needsOf(analyzers []*dataflow.Analyzer) needs {
	n := needs{Selects: true}
	for _, a := range analyzers {
		n.Selects = n.Selects && a.Selects()
		n.Everywhere = n.Everywhere || a.Everywhere || len(a.Checks) > 0
		n.Checks = append(n.Checks, a.Checks...)
		n.Asks, n.OfPaths = n.Asks|a.NeedsInOrder(), n.OfPaths|a.Needs()
	}
	slices.Sort(n.Checks)
	n.Checks = slices.Compact(n.Checks)
	return n
}

// load gives the programs that the patterns name: one for all Go packages, and
// one for each file of the textual IR. What is wrong with one of them is a
// problem, and the others are loaded.
func (in *invocation) load(patterns []string, tests, dynamic bool) []*target {
	var goPatterns []string
	var targets []*target
	seen := map[string]bool{} // files
	for _, p := range patterns {
		if !strings.HasSuffix(p, ".plx") {
			goPatterns = append(goPatterns, p)
			continue
		}
		file := in.path(p)
		if seen[file] {
			continue
		}
		seen[file] = true
		if t, err := in.loadPLX(p); err != nil {
			in.out.Errors = append(in.out.Errors, err...)
		} else {
			targets = append(targets, t)
		}
	}
	if len(goPatterns) > 0 {
		if t := in.loadGo(in.opts.dir, goPatterns, tests, dynamic); t != nil {
			targets = append(targets, t)
		}
	}
	for _, t := range targets {
		in.out.Functions += t.prog.NumFuncs()
	}
	return targets
}

func (in *invocation) loadPLX(name string) (*target, []Problem) {
	text, err := os.ReadFile(in.path(name))
	if err != nil {
		return nil, []Problem{{Pos: envs.Position{File: filepath.ToSlash(name)}, Message: cause(err)}}
	}
	return parsePLX(name, string(text))
}

func parsePLX(name, text string) (*target, []Problem) {
	name = filepath.ToSlash(name)
	prog, err := ir.Parse(name, text)
	if err != nil {
		return nil, irProblems(err)
	}
	return &target{sort: plxSort, name: name, prog: prog, runs: plxRuns{name, prog}, text: text}, nil
}

// irProblems takes apart what ir.Parse joined.
func irProblems(err error) []Problem {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var problems []Problem
		for _, e := range list.Unwrap() {
			problems = append(problems, irProblems(e)...)
		}
		return problems
	}
	var e *ir.Error
	if errors.As(err, &e) {
		return []Problem{{Pos: e.Pos, Message: e.Msg}}
	}
	return []Problem{{Message: err.Error()}}
}

func (in *invocation) loadGo(dir string, patterns []string, tests, dynamic bool) *target {
	in.progress.show("loading %s", strings.Join(patterns, " "))
	cfg := gosrc.Config{Dir: dir, Patterns: patterns, Tests: tests, Deps: in.opts.deps, KeepSyntax: dynamic}
	cfg.BuildFlags = slices.Clone(in.opts.build)
	if in.opts.tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+in.opts.tags)
	}
	prog, err := gosrc.Load(in.ctx, cfg)
	if err != nil {
		in.problem(err)
		return nil
	}
	in.out.Errors = append(in.out.Errors, goProblems(prog.Errors)...)
	if in.opts.suppress != "" && !tests {
		in.helpers = testHelpers(prog)
	}
	in.out.LeftOut = append(in.out.LeftOut, leftOut(prog)...)
	if in.names == nil {
		in.names = envs.PackageNames{}
	}
	maps.Copy(in.names, prog.PackageNames())
	return &target{sort: goSort, name: strings.Join(patterns, " "), prog: prog, runs: &goRuns{prog: prog, cfg: cfg}}
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

// goProblems tells everything once. What the compiler said of a package comes in
// one error: it is taken apart, and left out where the package's type errors, which
// say the same, are known.
func goProblems(errs []gosrc.Error) []Problem {
	typed := map[string]bool{}
	type line struct {
		file string
		line int
	}
	at := map[line]int{}
	for _, e := range errs {
		at[line{e.Pos.File, e.Pos.Line}]++
		if !fromCompiler(e) {
			typed[e.Package] = true
		}
	}
	var problems []Problem
	for _, e := range errs {
		if strings.HasSuffix(e.Msg, `(invalid package name: "")`) && at[line{e.Pos.File, e.Pos.Line}] > 1 {
			continue // the go command has said why the import failed
		}
		if !fromCompiler(e) {
			if path.Ext(e.Pos.File) != ".go" {
				e.Pos.Line, e.Pos.Col = 0, 0 // a package or a pattern
			}
			problems = append(problems, Problem{Pos: e.Pos, Package: e.Package, Message: e.Msg})
			continue
		}
		for _, m := range compilerLine.FindAllStringSubmatch(e.Msg, -1) {
			if typed[e.Package] {
				break
			}
			pos := envs.Position{File: path.Clean(filepath.ToSlash(m[1]))}
			pos.Line, _ = strconv.Atoi(m[2])
			pos.Col, _ = strconv.Atoi(cmp.Or(m[3], "1"))
			problems = append(problems, Problem{Pos: pos, Package: e.Package, Message: m[4]})
		}
	}
	return problems
}

// fromCompiler reports whether an error is what the go command printed when it
// compiled a package: a line with the package, and one for each error.
func fromCompiler(e gosrc.Error) bool {
	return strings.HasPrefix(e.Msg, "# ") && compilerLine.MatchString(e.Msg)
}

var compilerLine = regexp.MustCompile(`(?m)^(\S.*?\.go):(\d+):(?:(\d+):)? (.*)$`)
