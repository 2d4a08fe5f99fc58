package driver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// replay is the verb that checks runs in a file: against the program that was recorded,
// or against what the file tells of it.
func (in *invocation) replay() error {
	if len(in.args) != 1 {
		return errors.New("replay: name one file, or - for the standard input")
	}
	name, damaged := filepath.ToSlash(in.args[0]), in.damaged()
	lost := &losses{}
	opts := trace.Options{Lenient: in.opts.lenient, Problem: func(err error) {
		in.problem(damaged(err))
		lost.note()
	}}
	r, err := in.trace(opts)
	if err != nil {
		return damaged(err)
	}
	defer r.Close()
	t, err := in.traced(r)
	if err != nil {
		return damaged(err)
	}
	if t == nil {
		return nil
	}
	in.assume(t, dynamicSide)
	o := newObserved(t)
	trouble := &tally{all: 1}
	for in.ctx.Err() == nil {
		run, err := r.Next()
		if err != nil {
			trouble.add("", damaged(err))
			break
		}
		if run == nil {
			if r.End() != nil && r.End().Interrupted {
				trouble.add("", damaged(errors.New("the recording was interrupted: it holds the runs up to then")))
			}
			break
		}
		in.watch(o, &tracedRun{Run: run, damaged: damaged, lost: lost}, cmp.Or(run.Name, name), trouble)
		*lost = losses{}
	}
	if in.out.Skipped = r.Skipped(); in.out.Skipped == 0 && r.Header() == nil && !in.seen() {
		trouble.add("", damaged(errors.New("it holds no event")))
	}
	in.out.Functions += t.prog.NumFuncs()
	in.out.Errors = append(in.out.Errors, trouble.problems()...)
	in.addFindings(o.findings())
	in.silent(o)
	in.suppress(aPart)
	in.judge(aPart)
	return nil
}

// seen reports whether any run had an event.
func (in *invocation) seen() bool {
	return slices.ContainsFunc(in.out.Runs, func(r RunInfo) bool { return r.Events > 0 })
}

// traced is the program of a trace: nil if it is known but cannot be had, which has been
// noted.
func (in *invocation) traced(r *trace.Reader) (*target, error) {
	var h header
	if r.Header() != nil {
		if err := json.Unmarshal(r.Header(), &h); err != nil {
			return nil, fmt.Errorf("its header is none that record writes: %w", err)
		}
	}
	if h.Sort == "" || in.opts.alone {
		return &target{sort: traceSort, name: r.Name(), prog: r.Program(), runs: traceRuns{}}, in.lacks(h)
	}
	t := in.recorded(h)
	if t == nil {
		return nil, nil
	}
	if got := fingerprint(t.prog); got != h.Fingerprint {
		return nil, in.otherProgram(t)
	}
	return t, in.lacks(h)
}

// lacks says what checkers have to see and a recording has not kept. Runs of .plx
// files are kept whole.
func (in *invocation) lacks(h header) error {
	if in.opts.alone || h.Sort == "" {
		if err := in.leaveOut(func(a *dataflow.Analyzer) bool { return len(a.Checks) > 0 }, func(names []string) error {
			follow := "follows"
			if len(names) > 1 {
				follow = "follow"
			}
			return fmt.Errorf("%s %s values, of which a trace alone tells nothing", strings.Join(names, " and "), follow)
		}); err != nil {
			return err
		}
	}
	if h.Sort != goSort {
		return nil
	}
	kept := needsOf(slices.DeleteFunc(slices.Clone(in.known), func(a *dataflow.Analyzer) bool { return !slices.Contains(h.Checkers, a.Name) }))
	return in.leaveOut(func(a *dataflow.Analyzer) bool {
		n := needsOf([]*dataflow.Analyzer{a})
		return n.Everywhere && !kept.Everywhere || n.Asks.Memory() && !kept.Asks.Memory() || n.Asks.Ordering() && !kept.Asks.Ordering() ||
			slices.ContainsFunc(n.Checks, func(k envs.CheckKind) bool { return !slices.Contains(kept.Checks, k) })
	}, func(names []string) error {
		return fmt.Errorf("the recording has not kept what %s must see: record again with -checker %s",
			strings.Join(names, " and "), strings.Join(slices.Compact(slices.Sorted(slices.Values(append(names, h.Checkers...)))), ","))
	})
}

// leaveOut leaves out the checkers that cannot follow what is replayed, and tells the user why. If they were
// named, or if no other is left, that is the error.
func (in *invocation) leaveOut(unfit func(*dataflow.Analyzer) bool, why func(names []string) error) error {
	var names []string
	rest := slices.DeleteFunc(slices.Clone(in.analyzers), func(a *dataflow.Analyzer) bool {
		if !unfit(a) {
			return false
		}
		names = append(names, a.Name)
		return true
	})
	switch {
	case len(names) == 0:
		return nil
	case in.opts.checkers != allCheckers || len(rest) == 0:
		return why(names)
	}
	in.progress.clear()
	fmt.Fprintf(in.stderr, "%s: without %s: %v\n", filepath.ToSlash(in.args[0]), strings.Join(names, ", "), why(names))
	in.analyzers = rest
	in.out.ranBy(rest)
	return nil
}

// recorded loads the program of a recording; nil if that is not possible, which
// has been noted.
func (in *invocation) recorded(h header) *target {
	switch h.Sort {
	case plxSort:
		t, problems := parsePLX(h.Name, h.Text)
		in.out.Errors = append(in.out.Errors, problems...)
		return t
	case goSort:
		dir := cmp.Or(in.opts.dir, h.Dir)
		if err := folder(dir); err != nil {
			in.problem(fmt.Errorf("%w: name with -C where the module of the recording is", err))
			return nil
		}
		in.opts.tags, in.opts.build, in.opts.deps = h.Tags, h.Build, h.Deps
		t := in.loadGo(dir, h.Patterns, h.Tests, true)
		if in.opts.dir != "" && (t == nil || t.prog.NumFuncs() == 0) && in.ctx.Err() == nil {
			in.problem(fmt.Errorf("-C: the recording's patterns, %s, match nothing that can be read in the folder %s: "+
				"name the folder in which it was made, or a copy", h.Name, dir))
			return nil
		}
		return t
	}
	in.problem(fmt.Errorf("the recording is of a program of the sort %q, which is not known: it was made by a newer version", h.Sort))
	return nil
}

// otherProgram says why t may not be the program of a recording.
func (in *invocation) otherProgram(t *target) error {
	if t.sort == goSort && in.opts.dir != "" {
		return fmt.Errorf("%s in the folder %s, which -C names, is not the program that was recorded: "+
			"if it is the right folder, the program has changed since; record it again", t.name, in.opts.dir)
	}
	return fmt.Errorf("%s is not the program that was recorded: it has changed since; record it again", t.name)
}

// traceRuns is the dynamic side of a program of which there is a trace only.
type traceRuns struct{}

func (traceRuns) Plan(context.Context, runConfig) ([]string, error) { return nil, errTrace }
func (traceRuns) Start(context.Context, runConfig, int) (session, error) {
	return nil, errTrace
}
func (traceRuns) Watched(p envs.Point) (envs.Point, string) { return p, "" }

var errTrace = errors.New("a trace cannot be run")

// tracedRun is a run in a file, as a session.
type tracedRun struct {
	*trace.Run
	damaged func(error) error
	lost    *losses
}

// Lost says whom to tell when events of the run are missing from there on.
func (r *tracedRun) Lost(tell func()) {
	if r.lost.tell = tell; r.lost.some {
		tell()
	}
}

// losses tells that a lenient reader has skipped something of the run that is read, or that
// is about to be.
type losses struct {
	some bool
	tell func()
}

func (l *losses) note() {
	l.some = true
	if l.tell != nil {
		l.tell()
	}
}

// Each is that of the run, with errors that name the file as it was named.
func (r *tracedRun) Each(f func(*envs.Event) bool) error {
	if err := r.Run.Each(f); err != nil {
		return r.damaged(err)
	}
	return nil
}

func (r *tracedRun) Kept() []Kept {
	end := r.End()
	if end == nil || end.Info == nil {
		return nil
	}
	var info runInfo
	if json.Unmarshal(end.Info, &info) != nil {
		return nil // another tool's
	}
	return info.Kept
}

func (r *tracedRun) Wait() (int, error) {
	end := r.End()
	if end == nil {
		return 0, nil // cut off, which Events has told
	}
	var errs []error
	for _, e := range end.Errors {
		errs = append(errs, &placedError{Problem{Pos: e.Pos, Message: e.Message}})
	}
	return end.Exit, errors.Join(errs...)
}
