package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/explore"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// An Environment opens programs of one kind.
type Environment struct {
	// Name is that of the kind. Recordings of its programs carry it.
	Name string
	// Doc says what patterns name, such as "Go packages, as for the go command".
	Doc string
	// Suffix is that of the names of files that hold one program each, such as ".plx". An environment without one takes
	// all patterns that no other takes, together.
	Suffix string
	// Open opens a program: Patterns has one name if there is a Suffix. What could be opened is returned beside the
	// error.
	Open func(ctx context.Context, src Source) (*Program, error)
}

// A Source says what to open.
type Source struct {
	Patterns []string
	// Dir is the folder to which names are relative.
	Dir string
	// Text is that of the file, if it is not to be read; it comes from a recording.
	Text []byte
	// Runs says that the program is to be run, too.
	Runs bool

	// What follows is about Go packages.

	Tests      bool     // with their tests
	Deps       bool     // with the bodies of functions in the packages that they import
	Tags       string   // build tags
	BuildFlags []string // other flags of the go command
	// Overlay are texts that replace files, by absolute name.
	Overlay map[string][]byte
}

// path is where a file is.
func (s *Source) path(name string) string { return inFolder(s.Dir, name) }

// A Program is what an Environment has opened.
type Program struct {
	// Code is the program. It is comparable, such as a pointer: what is known of a program is kept by it.
	Code envs.Program
	// Name is that of the file, or the patterns; Session.Open fills it in.
	Name string
	// Runner makes runs of the program; nil if it has none.
	Runner *Runner
	// Schedules makes a system of the program, whose schedules are chosen from outside; nil if there is none.
	Schedules func(cfg *RunConfig) Scheduled
	// Names are the names of packages for their import paths.
	Names envs.PackageNames
	// LeftOut are the packages that errors kept from being read.
	LeftOut []string
	// Helpers are the functions of tests that were not read; nil if there are none.
	Helpers func() []string
	// Assumes are what is taken for granted about each such program, as seen from some sides; nil means what is taken for
	// granted about all programs.
	Assumes func(Sides) []Assumption

	session *Session
	env     *Environment
	src     Source
	text    []byte                               // of the file
	probed  func(Sides, *RunConfig) []Assumption // what its runs leave out, and what its paths take for granted of memory
}

// Scheduled is a program that is executed under one schedule after another.
type Scheduled struct {
	System explore.System
	// Events are those of the execution that is over. They are asked for once, and the next execution overwrites them.
	Events func() []envs.Event
	// Ended is how that execution failed, as Execution.Wait has it. It is called behind Events.
	Ended func() error
}

// A Runner makes runs of one program.
type Runner struct {
	// Plan lists the runs that cfg asks for, by names that are the same each time. The error says why nothing can be
	// run.
	Plan func(ctx context.Context, cfg *RunConfig) ([]string, error)
	// Start starts the run with index i in what Plan listed.
	Start func(ctx context.Context, cfg *RunConfig, i int) (*Execution, error)
	// Close is called after the last run; nil if there is nothing to do.
	Close func() error
	// Watched is the operation whose events tell of the one at p, after a run: p itself, or what stands for it. If none
	// do, the string says why. Nil means that each operation has its own events.
	Watched func(p envs.Point) (envs.Point, string)
	// Probes tells, after a run, which accesses to memory were watched; nil if all were.
	Probes func() string
}

// An Execution is one run that is being watched. Each and Wait are needed.
type Execution struct {
	// Each calls f for each event, until f returns false. An error says what ended the events early.
	Each func(f func(*envs.Event) bool) error
	// Wait ends the run, if it has not ended, and gives its exit status. The error says how it failed. What the program
	// did wrong, such as a deadlock, is a Problem with its place, or at least the file. An error without a file is one of
	// who runs the program: what was observed may not be what the program does.
	Wait func() (exit int, err error)
	// Seed is that of a run that is perturbed; 0 if it goes as it comes, or its seed determines all of it.
	Seed uint64
	// Kept are the functions whose execution is not watched; nil means none.
	Kept func() []Kept
	// Executed is how often the operation at p was executed, for runs whose events need not tell of all operations.
	Executed func(p envs.Point) int64
	// Lost says whom to tell when events are missing from there on; nil for runs that lose none.
	Lost func(tell func())

	again envs.Run // the events of one that is over, as often as they are asked for; nil if Each gives them once
}

// ErrNoRuns says that there are no tests, or nothing else to run; errors of Plan wrap it.
var ErrNoRuns = gorun.ErrNoRuns

// Files is the environment of files that hold one program each; doc says what they hold. An error of parse says what
// is wrong with the text, at which places: it joins Problems. A parser that does not import this package joins
// *envs.InputError instead, which become Problems.
func Files(name, suffix, doc string, parse func(name, text string) (*Program, error)) Environment {
	doc = suffix + " files of " + doc
	return Environment{Name: name, Doc: doc, Suffix: suffix, Open: func(_ context.Context, src Source) (*Program, error) {
		file, text := src.Patterns[0], src.Text
		shown := filepath.ToSlash(file)
		if text == nil {
			var err error
			if text, err = os.ReadFile(src.path(file)); err != nil {
				return nil, Problem{Pos: envs.Position{File: shown}, Message: Cause(err)}
			}
		}
		p, err := parse(shown, string(text))
		if p != nil {
			p.Name = shown
			p.text = text
		}
		return p, err
	}}
}

// Schedules makes runs of an interpreter that takes no arguments: of the program with that name, under one schedule
// after another. What run returns is the run that the seed determines. When it is over, ended says with an error how
// it failed, as Execution.Wait does: at a place in the program, if the program failed, and without one if the
// interpreter did.
func Schedules(name string, run func(cfg *RunConfig, seed uint64) (r envs.Run, ended func() error)) *Runner {
	return &Runner{
		Plan: func(_ context.Context, cfg *RunConfig) ([]string, error) {
			if len(cfg.Args) > 0 {
				return nil, Problem{
					Pos: envs.Position{File: name}, Message: fmt.Sprintf("main takes no arguments, but %q was given", cfg.Args),
				}
			}
			names := make([]string, cfg.schedules())
			for i := range names {
				names[i] = fmt.Sprintf("%s seed %d", name, cfg.Seed+uint64(i))
			}
			return names, nil
		},
		Start: func(_ context.Context, cfg *RunConfig, i int) (*Execution, error) {
			r, ended := run(cfg, cfg.Seed+uint64(i))
			over := false
			return &Execution{
				Each: func(f func(*envs.Event) bool) error {
					for ev, err := range r.Events() {
						if err != nil {
							return err
						}
						if !f(&ev) {
							return nil
						}
					}
					over = true
					return nil
				},
				Wait: func() (int, error) {
					if !over { // nobody wanted to see the end
						return 0, nil
					}
					if err := ended(); err != nil {
						return 1, err
					}
					return 0, nil
				},
			}, nil
		},
	}
}
