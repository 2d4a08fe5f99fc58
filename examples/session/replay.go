package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/trace"
)

// A Trace is a file with the events of runs. Close it after use.
type Trace struct {
	name    string // as the user named it
	r       *trace.Reader
	skipped []error
	lost    losses
}

// OpenTrace opens a trace: the file of that name in the folder of the session, or in, if it is not nil. A lenient
// reader goes on behind what cannot be read.
func (s *Session) OpenTrace(name string, in io.Reader, lenient bool) (*Trace, error) {
	name = filepath.Clean(name)
	t := &Trace{name: filepath.ToSlash(name)}
	opts := trace.Options{Lenient: lenient, Problem: func(err error) {
		t.skipped = append(t.skipped, t.placed(err))
		t.lost.note()
	}}
	var err error
	if in != nil {
		t.r, err = trace.NewReader(in, name, opts)
	} else {
		t.r, err = trace.Open(inFolder(s.Dir, name), opts)
	}
	if err != nil {
		return nil, t.placed(err)
	}
	return t, nil
}

// Close closes the file.
func (t *Trace) Close() error { return t.r.Close() }

// Err joins what a lenient reader went on behind, up to now.
func (t *Trace) Err() error { return errors.Join(t.skipped...) }

// placed tells of what is wrong with a trace, at its place in the file.
func (t *Trace) placed(err error) error {
	var e *trace.Error
	switch {
	case !errors.As(err, &e):
		return Problem{Pos: envs.Position{File: t.name}, Message: Cause(err)}
	case e.Line > 0:
		return Problem{Pos: envs.Position{File: t.name, Line: int(e.Line), Col: 1}, Message: e.Msg}
	}
	return Problem{Pos: envs.Position{File: t.name}, Message: strings.TrimPrefix(e.Error(), e.File+": ")}
}

// losses tells that a lenient reader has skipped something of the run that is read, or that is about to be.
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

// A ReplayConfig says how to look at the runs in a trace.
type ReplayConfig struct {
	// Alone takes the program for what the trace tells of it, and does not look for its sources.
	Alone bool
	// Offline looks at each run once it is over, as in RunConfig.
	Offline bool
	// Strict makes it an error if the trace does not tell enough for a checker. Otherwise the checker is Idle.
	Strict bool
	// Known are checkers for which a recording may have been made, beside those of the session.
	Known []*dataflow.Analyzer
}

// Replay shows the runs in a trace to the checkers: as runs of the program that was recorded, or of what the trace
// tells of it. The result has no Checkers if nobody could look.
func (s *Session) Replay(ctx context.Context, t *Trace, cfg ReplayConfig) (*Result, error) {
	r, opened, err := s.traced(ctx, t, cfg)
	if err != nil {
		r.Checkers = nil
		return r, errors.Join(opened, err)
	}
	trouble := newTally(1)
	for ctx.Err() == nil {
		run, err := t.r.Next()
		if err != nil {
			trouble.add("", t.placed(err))
			break
		}
		if run == nil {
			if t.r.Interrupted() {
				trouble.add("", t.placed(errors.New("the recording was interrupted: it holds the runs up to then")))
			}
			break
		}
		r.watch(ctx, t.execution(run), cmp.Or(run.Name, t.name), cfg.Offline, trouble)
		t.lost = losses{}
	}
	wrong := r.finish(needsOf(r.Checkers))
	if r.Skipped = t.r.Skipped(); r.Skipped == 0 && t.r.Header() == nil && r.Unseen != "" {
		trouble.add("", t.placed(errors.New("it holds no event")))
	}
	return r, errors.Join(opened, trouble.err(), wrong)
}

// traced opens the program of a trace. The result says who looks at its runs; opened is what is wrong with a part of
// the program, and with checkers that do not look.
func (s *Session) traced(ctx context.Context, t *Trace, cfg ReplayConfig) (r *Result, opened, err error) {
	r = &Result{counts: map[envs.Point]int64{}}
	h, err := headerOf(t.r)
	if err != nil {
		return r, nil, t.placed(err)
	}
	alone := h.Sort == "" || cfg.Alone
	if alone {
		r.Program = &Program{Code: t.r.Program(), Name: t.r.Name(), session: s, env: &Environment{Name: "trace"}}
	} else if r.Program, opened = s.recorded(ctx, h); r.Program == nil {
		return r, nil, opened
	}
	var wrong error
	if r.Checkers, wrong = s.watching(dataflow.OnRuns, r.Program.Code); len(r.Checkers) == 0 {
		return r, opened, wrong
	}
	opened = errors.Join(opened, wrong)
	if alone {
		err = r.leaveOut(cfg.Strict, func(n needs) bool { return len(n.checks) > 0 }, func(names []string) string {
			follow := "follows"
			if len(names) > 1 {
				follow = "follow"
			}
			return fmt.Sprintf("%s %s values, of which a trace alone tells nothing", strings.Join(names, " and "), follow)
		})
	} else if fingerprint(r.Program.Code) != h.Fingerprint {
		err = s.otherProgram(r.Program)
	}
	if err == nil && len(h.Patterns) > 0 { // only what its checkers need is recorded of Go packages
		err = r.recordedFor(h.Checkers, cfg)
	}
	if err != nil {
		err = t.placed(err)
	}
	return r, opened, err
}

// recordedFor leaves out the checkers that need more than was recorded for some.
func (r *Result) recordedFor(names []string, cfg ReplayConfig) error {
	known := slices.Concat(cfg.Known, r.Checkers)
	kept := needsOf(slices.DeleteFunc(known, func(a *dataflow.Analyzer) bool { return !slices.Contains(names, a.Name) }))
	return r.leaveOut(cfg.Strict, func(n needs) bool { return !kept.covers(n) }, func(unfit []string) string {
		with := slices.Compact(slices.Sorted(slices.Values(slices.Concat(unfit, names))))
		return fmt.Sprintf("the recording has not kept what %s must see: record again with the checkers %s",
			strings.Join(unfit, " and "), strings.Join(with, ","))
	})
}

// leaveOut makes those checkers idle that cannot follow what is replayed. It is an error if no other is left, or if
// none may be left out.
func (r *Result) leaveOut(strict bool, unfit func(needs) bool, why func(names []string) string) error {
	var names []string
	rest := slices.DeleteFunc(slices.Clone(r.Checkers), func(a *dataflow.Analyzer) bool {
		if !unfit(needsOf([]*dataflow.Analyzer{a})) {
			return false
		}
		names = append(names, a.Name)
		return true
	})
	switch {
	case len(names) == 0:
		return nil
	case strict || len(rest) == 0:
		return errors.New(why(names))
	}
	r.Checkers = rest
	look := *r.Program.session
	look.Checkers, r.Program.session = rest, &look
	r.Idle = append(r.Idle, Idle{Checkers: names, Why: why(names)})
	return nil
}

// execution is a run in a file.
func (t *Trace) execution(run *trace.Run) *Execution {
	return &Execution{
		Each: func(f func(*envs.Event) bool) error {
			if err := run.Each(f); err != nil {
				return t.placed(err)
			}
			return nil
		},
		Wait: func() (int, error) {
			end := run.End()
			if end == nil {
				return 0, nil // cut off, which Each has told
			}
			var errs []error
			for _, e := range end.Errors {
				errs = append(errs, Problem{Pos: e.Pos, Message: e.Message})
			}
			return end.Exit, errors.Join(errs...)
		},
		Kept: func() []Kept {
			end := run.End()
			if end == nil || end.Info == nil {
				return nil
			}
			var info runInfo
			if json.Unmarshal(end.Info, &info) != nil {
				return nil // another tool's
			}
			return info.Kept
		},
		Lost: func(tell func()) {
			if t.lost.tell = tell; t.lost.some {
				tell()
			}
		},
	}
}
