package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/amplify"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// ExploreTests executes the tests of Go packages under one schedule after another, and shows each execution to the
// checkers. Beside what the checkers find there is what Session.ExploreTests finds.
func (p *Program) ExploreTests(ctx context.Context, cfg TestsConfig) (r *Result, of []Explored, err error) {
	err = Guard(func() (err error) {
		q := p
		if cfg.Second != nil {
			if q, err = p.changed(ctx, &cfg); err != nil {
				return err
			}
		}
		r, of, err = q.watchTests(ctx, cfg)
		return err
	})
	return r, of, err
}

// changed is the program with the second thread that its tests are to have.
func (p *Program) changed(ctx context.Context, cfg *TestsConfig) (*Program, error) {
	src := p.src
	files, env, err := cfg.Second.Overlay(ctx, goConfig(src))
	if err != nil {
		return nil, err
	}
	src.Overlay, cfg.Env = files, append(cfg.Env, env)
	q, err := p.session.open(ctx, p.env, src)
	if q != nil {
		err = nil // it was told of before
	}
	return q, err
}

func (p *Program) watchTests(ctx context.Context, cfg TestsConfig) (*Result, []Explored, error) {
	code, ok := p.Code.(*gosrc.Program)
	if !ok {
		return nil, nil, Problem{Pos: envs.Position{File: p.Name}, Message: "it has no tests"}
	}
	run := RunConfig{Tests: true, Calls: -1, Count: true}
	p.prepareOn(dataflow.OverSchedules, &run)
	run.Offline = whole(&run)
	if len(run.checkers) == 0 {
		return nil, nil, run.unmade
	}
	p.session.progress("building the tests of %s", p.Name)
	b, err := gorun.Prepare(ctx, code, (&goRuns{prog: code, cfg: goConfig(p.src)}).config(&run))
	if err != nil {
		return nil, nil, err
	}
	c, err := b.Control(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	r, trouble := p.result(run.checkers), newTally(0)
	errs := []error{run.unmade}
	for _, f := range c.Failed() {
		errs = append(errs, Problem{Package: f.Package, Message: f.Err.Error()})
	}
	names, err := c.Tests(ctx, cfg.Options)
	errs = append(errs, err)
	if len(names) == 0 && err == nil {
		errs = append(errs, fmt.Errorf("no test matches -run %q", cfg.Run))
	}
	if p.Runner != nil { // Executed asks which operations are watched
		p.Runner.Watched = func(at envs.Point) (envs.Point, string) { return b.Watched(at) }
	}
	dir, err := filepath.Abs(p.src.Dir)
	errs = append(errs, err)
	var of []Explored
	for _, name := range names {
		t, err := r.watchTest(ctx, c, name, &cfg, &run, trouble)
		errs = append(errs, err)
		if t == nil {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		x := exploredTest{Test: t, dir: dir, replayed: cfg.Schedule != "", second: cfg.second()}
		row, finds := x.explored()
		of, r.Findings = append(of, row), append(r.Findings, finds...)
		errs = append(errs, x.problems()...)
	}
	errs = append(errs, trouble.err(), r.finish(run.needs), c.Close(), b.Close())
	return r, of, errors.Join(errs...)
}

// watchTest shows the executions of a test to the checkers.
func (r *Result) watchTest(ctx context.Context, c *gorun.Controlled, name control.Name, cfg *TestsConfig,
	run *RunConfig, trouble *tally) (*control.Test, error) {
	n := 0
	return c.Explore(ctx, name, cfg.Options, nil, func(s *gorun.Session) {
		n++
		r.Program.session.progress("%s: execution %d", name.Test, n)
		trouble.all++
		known, runs := len(r.Findings), len(r.Runs)
		x := &Execution{Each: s.Each, Wait: s.Wait, Executed: s.Executed}
		r.watch(ctx, x, fmt.Sprintf("%s.%s execution %d", name.Package, name.Test, n), run.Offline, trouble)
		if runs > 0 || len(r.Runs) > 0 && r.Runs[0].Events == 0 {
			r.Runs = r.Runs[:runs] // there are too many to list them: one says that functions were entered
		}
		made := s.Execution()
		if made == nil || made.End == control.Redundant {
			r.Findings = r.Findings[:known]
			return
		}
		// What starts the second thread is none of the program.
		r.Findings = append(r.Findings[:known], slices.DeleteFunc(r.Findings[known:], func(f envs.Finding) bool {
			return amplify.Added(f.Func) || amplify.Added(f.Pos.File)
		})...)
		for i := range r.Findings[known:] {
			f := &r.Findings[known+i]
			f.Schedule, f.Seed, f.Test = made.Schedule, made.Rand, name.Package+"."+name.Test
			f.Second = cfg.second()
		}
		if len(r.Findings) > mergeAt {
			r.Findings = merge(r.Findings, r.Program.Code.Position)
		}
	})
}
