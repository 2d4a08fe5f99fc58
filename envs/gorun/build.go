package gorun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/seed38182bad/parallax/envs"
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
	// Relevant says which functions a checker has to see; nil means those of the function Relevant. Small functions through
	// which these call each other are seen as well.
	Relevant func(envs.FuncID) bool
	// All probes every function.
	All bool
	// Checks are the kinds of checks of which the run tells when they do not hold (envs.Fault), in the functions that have
	// probes.
	Checks []envs.CheckKind
	// Accesses asks for the identities of what is loaded and stored, in the functions that a checker has to see and in all
	// others that access memory which threads may share, or a sync.Map.
	Accesses bool
	// Meetings asks for the identities of the channels, groups and conditions at which goroutines wait and wake others, and
	// for the functions in which they do.
	Meetings bool
	// Order asks for what orders threads (envs.Signal, envs.Observe), wherever in the program it is done, and watches the
	// functions that start some. It cannot be had in a build with -race.
	Order bool
	// Thin leaves out accesses that a goroutine repeats, at the same place and to the same memory, while it does nothing that
	// orders it with others and neither takes a lock nor gives one back: the events tell of the first three, of the fifth, the
	// ninth and so on. Which places access what, and what the events tell of locks and order, stays the same.
	Thin bool
	// Calls has the events tell of a sample of what is done again and again with no lock held: of the first 25*Calls calls of a
	// function in the program, of the first Calls by each goroutine, and of one in 64 of the others; with Thin, likewise of
	// accesses at one place. 0 is all, and MaxCalls the most. Of a call that is passed over, and of what is called from there,
	// the events tell nothing but what orders goroutines; but a function that was called less than 25*Calls times is told of.
	// What is done with a lock held is told as a whole or not at all: after a call that was passed over and returned with a lock,
	// nothing is told until the goroutine holds none, and no such call of that function is passed over again. Without Selects,
	// and with Ways, all is told.
	Calls int
	// Rounds has the events tell of the first Rounds rounds of quiet loops, but at least 8, each time that control comes to
	// one; 0 is all. A quiet loop has one way through it, and only computes and accesses memory. It reads no memory that has
	// an identity, and no two of its variables depend on each other in turn. All writes that have an identity are told (see
	// Elements). A checker of numbers could not follow: with Checks, all rounds are told.
	Rounds int
	// Selects says of which operations the events have to tell; named is whether the event says what is accessed, or what the
	// operation is about. Of calls they then tell as far as something else in them is told. Nil means that they tell of all.
	Selects func(fn *envs.Func, op *envs.Op, named bool) bool
	// Ways, with Selects, has Session.Executed count all operations. Without, it counts those of which the events tell, and
	// the program says nothing at its branches.
	Ways bool
	// Elements is how many elements of an array or a slice have identities, those with the lowest indices; 0 means all.
	Elements int
	// Unshared says why an access has no need of an identity, though it might be to shared memory; nil and empty mean that
	// it has.
	Unshared func(envs.Point) string
	// Temp is where temporary files go, the system's folder if empty. What a process that was killed has left there is
	// removed when the next one prepares a program.
	Temp string
}

// Kept is a function that keeps its body, and whose execution is not seen.
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
	kept   []Kept
	whys   map[string]string // by name of a kept function
	plans  map[envs.FuncID]*plan
	view   *view

	mu       sync.Mutex
	overlay  string
	modcache string
	binaries map[int]string
	refused  map[*ssa.Function]string // by target: why the compiler refused it
	closed   bool
}

// Prepare writes the relevant functions of the matched packages anew, with probes. The program must have been loaded with
// KeepSyntax, and with Tests if its tests are to run. Nothing is compiled yet.
func Prepare(ctx context.Context, prog *gosrc.Program, cfg Config) (*Build, error) {
	if build, _, err := SplitFlags(cfg.TestFlags); err != nil {
		return nil, err
	} else if len(build) > 0 {
		return nil, fmt.Errorf("%s is no flag of the tests: load the program with it, and give it in BuildFlags", build[0])
	}
	if cfg.Order && hasRace(cfg.BuildFlags) {
		return nil, errors.New("a build with -race does not tell what orders threads, which a checker asks for: leave -race out, or run only checkers that do not ask for it")
	}
	if cfg.Calls < 0 || cfg.Calls > MaxCalls {
		return nil, fmt.Errorf("a goroutine cannot tell of the first %d calls of a function: give a number from 1 to %d, or 0 for all", cfg.Calls, MaxCalls)
	}
	b := &Build{prog: prog, cfg: cfg, binaries: map[int]string{}, refused: map[*ssa.Function]string{}}
	if err := b.findRuns(); err != nil {
		return nil, err
	}
	var err error
	if b.dir, b.remove, err = child.Temp(cfg.Temp, "gorun-"); err != nil {
		return nil, fmt.Errorf("gorun: %w", err)
	}
	if err := b.generate(ctx); err != nil {
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

// generate writes the overlay, without the functions that were refused.
func (b *Build) generate(ctx context.Context) error {
	goroot, modcache, err := b.folders(ctx)
	if err != nil {
		return err
	}
	b.modcache = modcache
	relevant := b.cfg.Relevant
	switch {
	case b.cfg.All:
		relevant = func(envs.FuncID) bool { return true }
	case relevant == nil:
		relevant = Relevant(b.prog)
	}
	if locks := relevant; !b.cfg.All {
		relevant = func(id envs.FuncID) bool {
			return locks(id) || b.cfg.Accesses && b.accessing(id) || b.cfg.Order && b.starting(id) ||
				b.cfg.Meetings && b.meeting(id)
		}
	}
	if !b.cfg.All {
		relevant = withBetween(b.prog, relevant)
	}
	below, err := b.belowRuntime(ctx)
	if err != nil {
		return err
	}
	wanted := map[*ssa.Function]bool{} // targets
	ids := []envs.FuncID{}
	packs, sources := map[*ssa.Package]bool{}, b.sources()
	b.kept, b.whys = nil, map[string]string{}
	keep := func(name string, at envs.Position, reason string) {
		b.kept = append(b.kept, Kept{name, at, reason})
		b.whys[name] = reason
	}
	for _, id := range b.prog.Roots() {
		fn := b.prog.SSA(id)
		if !relevant(id) || synthetic.IsInitialiser(fn) {
			continue
		}
		if below[fn.Package().Pkg.Path()] {
			keep(fn.String(), b.prog.Position(envs.At(id, 0)), "the run time of Go needs its package")
			continue
		}
		if file := b.prog.Fset().PositionFor(fn.Pos(), false).Filename; file != "" && !sources[file] {
			const why = "its file imports C: the go command compiles another file that it makes of it"
			if b.prog.Fset().Position(fn.Pos()).Filename == file {
				b.whys[fn.String()] = why // nobody has written it, so it is not listed
			} else {
				keep(fn.String(), b.prog.Position(envs.At(id, 0)), why)
			}
			continue
		}
		if file := b.prog.Fset().Position(fn.Pos()).Filename; modcache != "" && strings.HasPrefix(file, modcache+string(filepath.Separator)) {
			keep(fn.String(), b.prog.Position(envs.At(id, 0)), "the go command replaces no files of the module cache; copy the module to observe it")
			continue
		}
		ids = append(ids, id)
		wanted[target(fn)] = true
		packs[fn.Package()] = true
	}
	for _, id := range slices.Clone(ids) {
		for _, f := range handsOn(b.prog, id) {
			if !slices.Contains(ids, f) {
				ids = append(ids, f)
			}
		}
	}
	b.makePlans(ids)
	probes := &prober{plans: map[*ssa.Function]*plan{}, thin: b.cfg.Thin, elements: b.cfg.Elements, told: b.cfg.Rounds}
	for _, p := range b.plans {
		probes.plans[b.prog.SSA(p.id)] = p
	}
	zz, err := probePackage()
	if err != nil {
		return fmt.Errorf("gorun: the probes' package: %w", err)
	}
	pkgs := []*packages.Package{zz}
	var sprog *ssa.Program
	for _, p := range b.prog.Packages {
		if p.Root && packs[p.SSA] {
			pkgs = append(pkgs, p.Load)
			sprog = p.SSA.Prog
		}
	}
	var res *regen.Result
	if sprog == nil {
		res = &regen.Result{}
	} else if res, err = regen.Regenerate(sprog, pkgs, regen.Options{Probes: probes, Keep: func(fn *ssa.Function) string {
		if !wanted[fn] {
			return notWanted
		}
		return b.refused[fn]
	}}); err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	files := b.inFile()
	for _, k := range res.Kept {
		if k.Reason != notWanted {
			keep(k.Func, b.place(k, files), k.Reason)
		}
	}
	slices.SortFunc(b.kept, func(x, y Kept) int { return x.Pos.Compare(y.Pos) })
	probed := make([]bool, b.prog.NumFuncs())
	for _, id := range ids {
		probed[id] = b.whys[target(b.prog.SSA(id)).String()] == ""
	}
	b.view = newView(b.prog, probed)
	return b.writeOverlay(goroot, res)
}

const notWanted = "no checker needs to see it"

// place is where a kept function stands, in the words of the program: the file is named as for the functions in it.
func (b *Build) place(k regen.Kept, inFile map[string]envs.FuncID) envs.Position {
	p := envs.Position{File: filepath.ToSlash(k.Pos.Filename), Line: max(k.Pos.Line, 1), Col: max(k.Pos.Column, 1)}
	if id, ok := inFile[k.Pos.Filename]; ok {
		p.File = b.prog.Position(envs.At(id, 0)).File
	}
	return p
}

// inFile is a function of each file.
func (b *Build) inFile() map[string]envs.FuncID {
	files := map[string]envs.FuncID{}
	for _, id := range b.prog.Roots() {
		if fn := b.prog.SSA(id); fn.Pos().IsValid() {
			files[b.prog.Fset().Position(fn.Pos()).Filename] = id
		}
	}
	return files
}

func (b *Build) makePlans(ids []envs.FuncID) {
	if b.plans != nil {
		return
	}
	made := make([]*plan, len(ids))
	var wg sync.WaitGroup
	n := runtime.GOMAXPROCS(0)
	for w := range n {
		wg.Go(func() {
			for i := w; i < len(ids); i += n {
				made[i] = newPlan(b, ids[i])
				made[i].steady = b.calls() > 0 && steady(b.prog.Func(ids[i]))
			}
		})
	}
	wg.Wait()
	b.plans = make(map[envs.FuncID]*plan, len(ids))
	for _, p := range made {
		b.plans[p.id] = p
	}
}

func (b *Build) writeOverlay(goroot string, res *regen.Result) error {
	dir, err := os.MkdirTemp(b.dir, "src")
	if err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	// The identity would make each program have a run time of its own to compile.
	replace, err := probe.Overlay(goroot, dir, 1, probe.Options{Order: b.cfg.Order, Calls: b.calls()})
	if err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	add := func(name, text string) error {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(name)))
		replace[name] = to
		return os.WriteFile(to, []byte(text), 0o666)
	}
	if err := add(filepath.Join(goroot, "src", probe.ImportPath, "word.go"), wordFile); err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	if b.cfg.Order {
		if err := b.renameAtomics(res.Files); err != nil {
			return fmt.Errorf("gorun: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(res.Files)) {
		old, err := os.ReadFile(name)
		if err == nil && bytes.Equal(old, res.Files[name]) {
			continue
		}
		if err := add(name, string(res.Files[name])); err != nil {
			return fmt.Errorf("gorun: %w", err)
		}
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	b.overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(b.overlay, text, 0o666); err != nil {
		return fmt.Errorf("gorun: %w", err)
	}
	return nil
}
