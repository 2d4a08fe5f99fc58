package checkertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/ir"
	"github.com/seed38182bad/parallax/examples/session"
)

// A program is one that Text or Contained looks at.
type program struct {
	code envs.Program
	runs []envs.Run
	ends func() []end // of the runs, once they were shown
}

// An end is how a run failed; the error is nil if it did not.
type end struct {
	run string
	err error
}

// read reads a program, in the language of the Environment. opts are for runs of the textual language.
func (c Checker) read(name, text string, opts ir.Options) (*program, error) {
	if c.Environment.Open != nil {
		return c.openText(name, text)
	}
	p, err := ir.Parse(name, text)
	if err != nil {
		return nil, err
	}
	runs := c.textual(p, opts)
	return &program{p, runs, func() (ends []end) {
		for seed, r := range runs {
			of := session.EndOf(name, p, r.(*ir.Execution).Result())
			ends = append(ends, end{fmt.Sprintf("%s seed %d", name, seed), of})
		}
		return ends
	}}, nil
}

// openText opens a program of the Environment, and makes its runs. A program without a Runner has none.
func (c Checker) openText(name, text string) (_ *program, err error) {
	ctx := context.Background()
	p, err := c.Environment.Open(ctx, session.Source{Patterns: []string{name}, Text: []byte(text), Runs: true})
	if err != nil {
		return nil, err
	}
	var ends []end
	opened := &program{code: p.Code, ends: func() []end { return ends }}
	if p.Runner == nil {
		return opened, nil
	}
	if stop := p.Runner.Close; stop != nil {
		defer func() { err = errors.Join(err, stop()) }()
	}
	cfg := &session.RunConfig{Schedules: cmp.Or(c.Runs, 3)}
	names, err := p.Runner.Plan(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for i, run := range names {
		x, err := p.Runner.Start(ctx, cfg, i)
		if err != nil {
			return nil, err
		}
		var events kept
		if err := x.Each(events.keep); err != nil {
			return nil, fmt.Errorf("%s: %w", run, err)
		}
		exit, err := x.Wait()
		if err == nil && exit != 0 {
			err = session.Problem{Pos: envs.Position{File: name}, Message: fmt.Sprintf("it ends with exit status %d", exit)}
		}
		ends = append(ends, end{run, err})
		opened.runs = append(opened.runs, events)
	}
	return opened, nil
}

// kept is a run of which the events are kept, so that it can be shown again.
type kept []envs.Event

func (k *kept) keep(ev *envs.Event) bool {
	*k = append(*k, *ev)
	return true
}

// Events are those of the run.
func (k kept) Events() iter.Seq2[envs.Event, error] {
	return func(yield func(envs.Event, error) bool) {
		for _, ev := range k {
			if !yield(ev, nil) {
				return
			}
		}
	}
}
