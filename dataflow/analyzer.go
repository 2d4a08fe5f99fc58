package dataflow

import (
	"context"
	"flag"
	"fmt"
	"reflect"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// An Analyzer is a checker as commands see it: with a name, a documentation and flags, and without the type of its
// states.
type Analyzer struct {
	// Name identifies the checker in findings, flags and suppressions: a Go identifier in lower case. One checker with
	// different flags can run beside itself under different names.
	Name string
	// Doc is a sentence on what is found, and whatever more a user needs.
	Doc string
	// Assumes is what the checker takes for granted about programs, a sentence each, beyond what the environments assume.
	// Commands print it with results.
	Assumes []string
	// Checks are the kinds of checks of which a run has to tell when they do not hold. The checker sees all functions, not
	// only those around locks.
	Checks []envs.CheckKind
	// Everywhere says that the checker has to see all functions of a run, as Checks does. Without either, a run of Go
	// shows it the functions to which locks matter. It also shows those that do what its costs ask for: access memory
	// that threads may share, or start threads.
	Everywhere bool
	// Only is where the checker is defined, if that is on one side: exact serializability is on one run only, for
	// instance. Drivers of the other side leave it out; Fixpoint is an error for a checker of runs.
	Only Side
	// Confirms names the checker over all paths whose findings those of this checker, which is one of runs, confirm. The
	// two have the same kinds and subjects. Commands that compare take what this checker finds for findings of that one.
	Confirms string
	// Witness says how an execution shows what the checker finds over all paths; zero if schedules have no part in it.
	Witness envs.Witness
	// OnDemand says that a command runs the checker only if it is named.
	OnDemand bool
	// Informs says that findings tell what a program is like, not what is wrong with it. Commands print them, and do not
	// fail for them.
	Informs bool
	// Flags are the checker's options. Commands add the name as a prefix.
	Flags flag.FlagSet
	// Removed says of each flag that there was what to do instead, for those who still give it.
	Removed map[string]string
	// Setup, if it is not nil, is called once, after the flags are set and before the first analysis. It reads files
	// that flags name. path gives the place of a file that the user named so. The error may join several, of which
	// those that have a place in a file are *envs.InputErrors; the checker is then not run.
	Setup func(path func(name string) string) error

	algorithm func(*Requires) Algorithm
}

// A Side is one from which a program is looked at.
type Side uint8

const (
	OnRuns    Side = iota + 1 // what single runs do
	OverPaths                 // all paths at once
	// OverSchedules is what runs do under one schedule after another, as far as they matter. A checker of it is shown each
	// of them once it is over (Watch.RunWhole): what it does not report of any of them is proved.
	OverSchedules
)

// On are those of the checkers that are defined on a side. Those of single runs are over schedules, too.
func On(s Side, analyzers []*Analyzer) []*Analyzer {
	return slices.DeleteFunc(slices.Clone(analyzers), func(a *Analyzer) bool {
		return a.Only != 0 && a.Only != s && (a.Only != OnRuns || s != OverSchedules)
	})
}

// An Algorithm is an Analysis of states of any type.
type Algorithm interface {
	fixpoint(context.Context, envs.Program, string, *Requires, Options) (*Result, error)
	listen(string, *Requires) listener
	selects() bool
	samples() bool
}

// made makes the algorithm.
func (a *Analyzer) made(r *Requires) (Algorithm, error) {
	of := checkerNamed(a.Name)
	if a.algorithm == nil {
		return nil, contractError("%s has no algorithm; make it by NewAnalyzer", of)
	}
	made, err := making(of, func() Algorithm { return a.algorithm(r) })
	if v := reflect.ValueOf(made); err == nil && (!v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()) {
		err = contractError("%s: the function that makes its algorithm gives nil", of)
	}
	return made, err
}

// NewAnalyzer wraps an algorithm, which is made anew for each analysis, after the flags are set. It is an Analysis, or
// an Algorithm where flags choose between Analyses of different states.
func NewAnalyzer[A Algorithm](name, doc string, algorithm func(*Requires) A) *Analyzer {
	a := &Analyzer{Name: name, Doc: doc, algorithm: func(r *Requires) Algorithm { return algorithm(r) }}
	a.Flags.Init(name, flag.ContinueOnError)
	return a
}

func (an Analysis[S]) fixpoint(ctx context.Context, prog envs.Program, name string, r *Requires,
	opts Options) (*Result, error) {
	return overPaths(ctx, prog, name, an.requiring(r), opts)
}

func (an Analysis[S]) selects() bool { return an.Tuning.Selects != nil }

func (an Analysis[S]) samples() bool { return an.Tuning.Samples }

// Fixpoint runs the checker over all paths of a program. The findings are sorted; they do not depend on the order in
// which the engine worked. An error ends the analysis: ctx was cancelled (its error), the checker panicked
// (*fixpoint.PanicError), did not converge (*fixpoint.DivergenceError) or is not made as it should be (*ContractError).
// What was found up to then is returned with it.
func (a *Analyzer) Fixpoint(ctx context.Context, prog envs.Program, opts Options) (*Result, error) {
	switch a.Only {
	case OnRuns:
		return &Result{}, fmt.Errorf("%s is defined on single runs only, not over all paths", a.Name)
	case OverSchedules:
		return &Result{}, fmt.Errorf("%s is defined on explored schedules only, not over all paths", a.Name)
	}
	r := &Requires{driver: &paths{}}
	made, err := a.made(r)
	if err != nil {
		return &Result{}, err
	}
	result, err := made.fixpoint(ctx, prog, a.Name, r, opts)
	return result, named(err, checkerNamed(a.Name))
}

// Replay gives a driver that runs the checker over runs of prog.
func (a *Analyzer) Replay(prog envs.Program) *Watch { return NewWatch(prog, a) }

// Requires reports whether the checker requires one of these facets on a side, once its flags are set. One that cannot
// be made requires what it has asked for until then; Fixpoint and NewWatch tell of it.
func (a *Analyzer) Requires(on Side, facets ...AnyFacet) bool {
	r := a.requires()
	has := func(f AnyFacet) bool {
		return slices.Contains(r.always.facets, f) || on == OnRuns && slices.Contains(r.inRuns.facets, f)
	}
	return slices.ContainsFunc(facets, has)
}

// requires are what the checker requires, over all paths and in runs.
func (a *Analyzer) requires() *Requires {
	r := &Requires{driver: &paths{}}
	_, _ = a.made(r)
	return r
}

// Selects reports whether the checker says what it has to be shown, and Samples whether it can do with a part of what
// is repeated; see Tuning. The providers of the facets that it requires have to say so, too.
func (a *Analyzer) Selects() bool { return a.all(Algorithm.selects) }
func (a *Analyzer) Samples() bool { return a.all(Algorithm.samples) }

// all reports whether something is so of the algorithm and of all providers below it.
func (a *Analyzer) all(is func(Algorithm) bool) bool {
	r := &Requires{driver: &paths{}}
	made, err := a.made(r)
	return err == nil && is(made) && r.below(is)
}
