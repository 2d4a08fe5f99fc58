package gorun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun/internal/plan"
	"github.com/seed38182bad/parallax/envs/gorun/internal/probe"
	"github.com/seed38182bad/parallax/envs/gorun/internal/regen"
	"github.com/seed38182bad/parallax/envs/gosrc"
	"github.com/seed38182bad/parallax/envs/internal/child"
	"github.com/seed38182bad/parallax/envs/internal/synthetic"
)

// A Config says what to run, and how.
type Config struct {
	// Dir is the folder of the go command, the one the program was loaded from.
	Dir string
	// Tests runs the tests of the packages, one package after the other; else the one main package is run.
	Tests bool
	// Args are arguments of the program.
	Args []string
	// TestFlags are flags for tests, as "go test" takes them: "-run", "Transfer", "-count=2". See SplitFlags for those
	// of the build.
	TestFlags []string
	// BuildFlags are passed to the go command, for instance "-tags=x".
	BuildFlags []string
	// Env is the environment of the go command and the program; that of the process if nil.
	Env []string
	// Stdin, Stdout and Stderr are the program's; nil is none. If both outputs are one writer, it is not used by two
	// goroutines at once.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// All probes every function.
	All bool
	// Only, if it is not nil, leaves all functions as they are for which it does not hold. What they do has no events.
	Only func(envs.FuncID) bool
	// Checks are the kinds of checks whose failures have events (envs.Fault), in the functions with probes.
	Checks []envs.CheckKind
	// Accesses asks for the identities of what is loaded and stored, and for the functions that access memory which
	// threads may share, or a sync.Map.
	Accesses bool
	// Meetings asks for the identities of the channels, groups and conditions at which goroutines wait and wake others,
	// and for the functions in which they do. With it the run tells who waits (envs.Await) and who does so for good
	// (envs.Halt).
	Meetings bool
	// Order asks for what orders threads (envs.Signal, envs.Observe), wherever in the program it is done, and for the
	// functions that start some. It cannot be had in a build with -race.
	Order bool
	// Perturb puts probes where goroutines may be delayed, in the functions that have probes: see Session.Perturb.
	Perturb bool
	// What follows is what the run leaves out: see the package comment. The zero values leave out nothing.

	// Elements is how many elements of an array or a slice have identities, those with the lowest indices; 0 means all.
	Elements int
	// Repeats leaves out accesses that a goroutine repeats, at the same place and to the same memory. In between it does
	// nothing that orders it with others, and neither takes a lock nor gives one back. Of these the first three have
	// events, the fifth, the ninth and so on. Which places access what, and the events of locks and order, stay the same.
	Repeats bool
	// Selects says which operations need events; named is whether the event says what is accessed, or what the operation
	// is about. A call then has events if something else in it has. Nil means that all operations do.
	Selects func(fn *envs.Func, op *envs.Op, named bool) bool
	// Ways, with Selects, has all operations counted (Session.Executed), so that branches have probes. Without it only
	// operations that have events are counted.
	Ways bool
	// Calls leaves out most of what a goroutine does again and again with no lock held, in a sparse run. Of a function the
	// first 25*Calls calls in the program have events, the first Calls of each goroutine, and one in 64 of the others.
	// With Repeats, likewise accesses at one place. 0 means all, MaxCalls is the most.
	//
	// A call that is passed over, and what is called from there, has no events but those that order goroutines. A function
	// that was called less than 25*Calls times has. What is done with a lock held has events as a whole or none. After a
	// call that was passed over and returned with a lock, nothing has until the goroutine holds none. No such call of that
	// function is passed over again.
	Calls int

	// Overlay are files that the program was loaded with (gosrc.Config), by absolute name.
	Overlay map[string][]byte
	// Temp is where temporary files go, the system's folder if empty. What a process that was killed has left there is
	// removed when the next one prepares a program.
	Temp string
}

// MaxCalls is the largest Config.Calls: a goroutine's counters have room for no more.
const MaxCalls = plan.MaxCalls

// Kept is a function that keeps its body, so that its execution has no events.
type Kept struct {
	Func   string
	Pos    envs.Position
	Reason string
}

// A Build is a program with probes. Close it after use.
type Build struct {
	prog   *gosrc.Program
	cfg    Config
	dir    string       // of temporary files
	remove func() error // removes it
	names  []string     // of packages, by run
	dirs   []string     // in which they run
	plans  *plan.Plans
	ids    []envs.FuncID          // of the functions with plans
	wanted map[*ssa.Function]bool // in whose text these stand
	packs  map[*ssa.Package]bool  // of these
	ahead  []Kept                 // keep their body whatever comes of the others
	kept   []Kept                 // these, and those that could not be written or compiled
	whys   map[string]string      // by name of a kept function
	view   *plan.View

	goroot, modcache string

	mu       sync.Mutex
	overlay  string // for the go command: replace says which files replace which
	replace  map[string]string
	binaries map[int]string
	refused  map[*ssa.Function]string // by target: why the compiler refused it
	closed   bool
}

// Prepare writes the relevant functions of the matched packages anew, with probes. The program must have been loaded
// with KeepSyntax, and with Tests if its tests are to run. Nothing is compiled yet.
func Prepare(ctx context.Context, prog *gosrc.Program, cfg Config) (*Build, error) {
	if build, _, err := SplitFlags(cfg.TestFlags); err != nil {
		return nil, err
	} else if len(build) > 0 {
		return nil, fmt.Errorf("%s is no flag of the tests: load the program with it, and give it in BuildFlags", build[0])
	}
	if cfg.Order && hasRace(cfg.BuildFlags) {
		return nil, errors.New("a build with -race does not show what orders threads, which a checker asks for: " +
			"leave -race out, or run only checkers that do not ask for it")
	}
	plans, err := plan.New(prog, plan.Options{
		All: cfg.All, Checks: cfg.Checks, Accesses: cfg.Accesses, Meetings: cfg.Meetings, Order: cfg.Order,
		Perturb: cfg.Perturb,
		Omit: plan.Omit{
			Elements: cfg.Elements, Repeats: cfg.Repeats, Selects: cfg.Selects, Ways: cfg.Ways, Calls: cfg.Calls,
		},
	})
	if err != nil {
		return nil, err
	}
	b := &Build{prog: prog, cfg: cfg, plans: plans, binaries: map[int]string{}, refused: map[*ssa.Function]string{}}
	if err := b.findRuns(); err != nil {
		return nil, err
	}
	if b.dir, b.remove, err = child.Temp(cfg.Temp, "gorun-"); err != nil {
		return nil, fmt.Errorf("gorun: %w", err)
	}
	err = b.choose(ctx)
	if err == nil {
		err = b.generate()
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Runs lists the runs that there are, by the names of their packages.
func (b *Build) Runs() []string { return b.names }

// Kept are the functions that would be relevant but keep their body.
func (b *Build) Kept() []Kept { return b.kept }

// Close removes all files that were made.
func (b *Build) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.dir == "" {
		return nil
	}
	b.closed = true
	return b.remove()
}

func (b *Build) roots() []*packages.Package {
	var list []*packages.Package
	for _, p := range b.prog.Packages {
		if p.Root {
			list = append(list, p.Load)
		}
	}
	return list
}

// sources are the files of the matched packages as they were written. What cgo makes of a file is not among them.
func (b *Build) sources() map[string]bool {
	files := map[string]bool{}
	for _, p := range b.roots() {
		for _, f := range p.GoFiles {
			files[f] = true
		}
	}
	return files
}

// embedded are the files that the matched packages contain as data, so that another text in them would be seen.
func (b *Build) embedded() map[string]bool {
	files := map[string]bool{}
	for _, p := range b.roots() {
		for _, f := range p.EmbedFiles {
			files[f] = true
		}
	}
	return files
}

// choose plans the probes of the functions that are relevant and can have some.
func (b *Build) choose(ctx context.Context) (err error) {
	if b.goroot, b.modcache, err = b.folders(ctx); err != nil {
		return err
	}
	below, err := b.belowRuntime(ctx)
	if err != nil {
		return err
	}
	relevant, sources, embedded := b.plans.Relevant(), b.sources(), b.embedded()
	b.whys, b.wanted, b.packs = map[string]string{}, map[*ssa.Function]bool{}, map[*ssa.Package]bool{}
	var ids []envs.FuncID
	for _, id := range b.prog.Roots() {
		fn := b.prog.SSA(id)
		if !relevant(id) || synthetic.IsInitialiser(fn) || b.cfg.Only != nil && !b.cfg.Only(id) {
			continue
		}
		why, generated := b.unwritable(fn, below, sources, embedded)
		switch {
		case why == "":
			ids = append(ids, id)
			b.wanted[target(fn)], b.packs[fn.Package()] = true, true
		case generated:
			b.whys[fn.String()] = why // nobody has written it, so it is not listed
		default:
			b.ahead = append(b.ahead, Kept{fn.String(), b.prog.Position(envs.At(id, 0)), why})
		}
	}
	b.ids = b.plans.Make(ids)
	return nil
}

// unwritable is why a function cannot be written anew, "" if it can; generated says that cgo has made it.
func (b *Build) unwritable(fn *ssa.Function, below, sources, embedded map[string]bool) (why string, generated bool) {
	if below[fn.Package().Pkg.Path()] {
		return "the run time of Go needs its package", false
	}
	named := b.prog.Fset().Position(fn.Pos()).Filename
	file := b.prog.Fset().PositionFor(fn.Pos(), false).Filename
	if file != "" && !sources[file] {
		return "its file imports C: the go command compiles another file that it makes of it", named == file
	}
	if embedded[file] {
		return "a package embeds its file (go:embed), and would see another text in it", false
	}
	if b.cached(named) {
		return "the go command replaces no files of the module cache; copy the module to observe it", false
	}
	return "", false
}

// generate writes the overlay, without the functions that were refused.
func (b *Build) generate() error {
	zz, err := probe.Package()
	if err != nil {
		return fmt.Errorf("gorun: the probes' package: %w", err)
	}
	pkgs := []*packages.Package{zz}
	var sprog *ssa.Program
	for _, p := range b.prog.Packages {
		if p.Root && b.packs[p.SSA] {
			pkgs = append(pkgs, p.Load)
			sprog = p.SSA.Prog
		}
	}
	res := &regen.Result{}
	if sprog != nil {
		keep := func(fn *ssa.Function) string {
			if !b.wanted[fn] {
				return notWanted
			}
			return b.refused[fn]
		}
		if res, err = regen.Regenerate(sprog, pkgs, regen.Options{
			Probes: b.plans.Probes(), Overlay: b.cfg.Overlay, Keep: keep,
		}); err != nil {
			return fmt.Errorf("gorun: %w", err)
		}
	}
	b.keep(res)
	if err := b.writeOverlay(res.Files); err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	return nil
}

// keep notes which functions have kept their body, and why.
func (b *Build) keep(res *regen.Result) {
	b.kept = slices.Clone(b.ahead)
	for _, k := range res.Kept {
		if k.Reason != notWanted {
			b.kept = append(b.kept, Kept{k.Func, b.prog.PositionOf(k.At), k.Reason})
		}
	}
	for _, k := range b.kept {
		b.whys[k.Func] = k.Reason
	}
	slices.SortFunc(b.kept, func(x, y Kept) int { return x.Pos.Compare(y.Pos) })
	probed := make([]bool, b.prog.NumFuncs())
	for _, id := range b.ids {
		probed[id] = b.whys[target(b.prog.SSA(id)).String()] == ""
	}
	b.view = b.plans.View(probed)
}

const notWanted = "no checker needs to see it"

// target is the function whose text fn's stands in: itself, the declared function around it, or a literal of a package
// variable's initialiser.
func target(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil && !synthetic.IsInitialiser(fn.Parent()) {
		fn = fn.Parent()
	}
	return fn
}

// Accesses says how many accesses to memory the watched packages have, and what became of them. It is empty if they
// have none, or none was asked for.
func (b *Build) Accesses() string {
	if n := b.plans.Accesses(b.view); n.All > 0 {
		return n.String()
	}
	return ""
}
