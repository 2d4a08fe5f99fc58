package driver

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
)

// plxRuns is the dynamic side of a .plx file: main under one seed after another.
type plxRuns struct {
	name string
	prog *ir.Program
}

func (p plxRuns) Plan(_ context.Context, cfg runConfig) ([]string, error) {
	switch {
	case cfg.Runs < 1:
		return nil, fmt.Errorf("-runs %d: at least one run is needed", cfg.Runs)
	case len(cfg.Args) > 0:
		return nil, &placedError{Problem{
			Pos: envs.Position{File: p.name}, Message: fmt.Sprintf("main takes no arguments, but %q was given", cfg.Args),
		}}
	}
	names := make([]string, cfg.Runs)
	for i := range names {
		names[i] = fmt.Sprintf("%s seed %d", p.name, cfg.Seed+uint64(i))
	}
	return names, nil
}

func (p plxRuns) Start(_ context.Context, cfg runConfig, i int) (session, error) {
	return &plxRun{plxRuns: p, x: p.prog.Run(cfg.Seed+uint64(i), ir.Options{Elements: cfg.elements()})}, nil
}

func (p plxRuns) Watched(at envs.Point) (envs.Point, string) { return at, "" }

type plxRun struct {
	plxRuns
	x    *ir.Execution
	over bool
}

func (r *plxRun) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for ev, err := range r.x.Events() {
			if !yield(ev, err) {
				return
			}
		}
		r.over = true
	}
}

func (r *plxRun) Kept() []Kept { return nil }

func (r *plxRun) Wait() (int, error) {
	if !r.over {
		return 0, nil // nobody wanted to see the end
	}
	res := r.x.Result()
	var errs []error
	fail := func(at envs.Point, format string, args ...any) {
		errs = append(errs, &placedError{Problem{Pos: r.prog.Position(at), Message: fmt.Sprintf(format, args...)}})
	}
	for _, u := range res.Uncaught {
		fail(u.At, "uncaught exception %s ends a thread", u.Value)
	}
	switch res.End {
	case ir.Deadlock:
		for _, b := range res.Blocked {
			fail(b.At, "deadlock: a thread cannot go on here")
		}
	case ir.ThreadLimit:
		errs = append(errs, &placedError{Problem{
			Pos: envs.Position{File: r.name}, Message: fmt.Sprintf("stopped after %d threads", res.Threads),
		}})
	case ir.StepLimit:
		errs = append(errs, &placedError{Problem{
			Pos: envs.Position{File: r.name}, Message: fmt.Sprintf("stopped after %d operations", res.Steps),
		}})
	}
	if len(errs) > 0 {
		return 1, errors.Join(errs...)
	}
	return 0, nil
}
