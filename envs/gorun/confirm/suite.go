package confirm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A suite are the tests of a program, built with probes.
type suite struct {
	prog  *gosrc.Program
	build *gorun.Build
	tests *gorun.Controlled
	names []control.Name
	reach map[control.Name]*reached
}

// reached is what one execution of a test has executed.
type reached struct {
	threads  int
	outside  int // how much it waits for that is not controlled
	points   int // at which threads could switch
	executed func(envs.Point) int64
}

// built loads the program with other files, and builds its tests, of which run selects some. What findings need has
// probes. The error joins what was wrong with some packages, unless there is no suite.
func (c *confirmer) built(ctx context.Context, list []*Attempt, overlay map[string][]byte, run string) (
	*suite, error) {
	load := c.cfg.Load
	load.Tests, load.KeepSyntax = true, true
	load.Overlay = maps.Clone(load.Overlay)
	if load.Overlay == nil {
		load.Overlay = map[string][]byte{}
	}
	maps.Copy(load.Overlay, overlay)
	t := &suite{reach: map[control.Name]*reached{}}
	var err error
	if t.prog, err = gosrc.Load(ctx, load); err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range t.prog.Errors {
		errs = append(errs, e)
	}
	only := needed(t.prog, c.suspects(t, list))
	t.build, err = gorun.Prepare(ctx, t.prog, gorun.Config{
		Dir: load.Dir, Tests: true, BuildFlags: load.BuildFlags, Env: load.Env, Overlay: load.Overlay,
		Accesses: true, Order: true, Meetings: true, Perturb: true,
		Only: func(id envs.FuncID) bool { return only[id] },
	})
	if err != nil {
		return nil, errors.Join(append(errs, err)...)
	}
	if t.tests, err = t.build.Control(ctx); err != nil {
		return nil, errors.Join(append(errs, err, t.build.Close())...)
	}
	for _, f := range t.tests.Failed() {
		errs = append(errs, f.Err)
	}
	opts := c.options()
	opts.Run = run
	t.names, err = t.tests.Tests(ctx, opts)
	return t, errors.Join(append(errs, err)...)
}

// Close removes all files that were made.
func (t *suite) Close() error { return errors.Join(t.tests.Close(), t.build.Close()) }

func (c *confirmer) options() control.Options {
	return control.Options{
		Run: c.cfg.Run, Flags: c.cfg.Flags, Seed: c.cfg.Seed, Execution: 5 * time.Second, Points: 200000, Preemptions: -1,
	}
}

// suspects are the findings of attempts in a suite's program.
func (c *confirmer) suspects(t *suite, list []*Attempt) []*suspect {
	found := make([]envs.Finding, len(list))
	for i, a := range list {
		found[i] = a.Finding
	}
	return suspects(t.prog, found, c.cfg.Witness)
}

// ran is how often a test has executed where a finding shows.
func (r *reached) ran(s *suspect) (n int64) {
	for p := range s.shows {
		n = max(n, r.executed(p))
	}
	return n
}

// lookAll executes each test once, to see what it reaches.
func (c *confirmer) lookAll(ctx context.Context, t *suite) error {
	var errs []error
	for i, name := range t.names {
		if ctx.Err() != nil {
			break
		}
		c.cfg.Progress(fmt.Sprintf("test %d of %d: %s", i+1, len(t.names), name.Test))
		errs = append(errs, c.look(ctx, t, name))
	}
	return errors.Join(errs...)
}

// look executes a test once, to see what it reaches.
func (c *confirmer) look(ctx context.Context, t *suite, name control.Name) error {
	opts := c.options()
	opts.Strategy, opts.Executions = "first", 1
	_, err := t.tests.Explore(ctx, name, opts, nil, func(s *gorun.Session) {
		err := s.Each(func(*envs.Event) bool { return true })
		if x := s.Execution(); err == nil && x != nil {
			t.reach[name] = &reached{x.Threads, len(x.Outside), x.Points, s.Executed}
		}
	})
	return err
}

// reaching are the tests that come to a finding: those that are controlled whole first, then the shorter ones.
func (t *suite) reaching(s *suspect) (names []control.Name) {
	for _, name := range t.names {
		if r := t.reach[name]; r != nil && r.ran(s) > 0 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b control.Name) int {
		x, y := t.reach[a], t.reach[b]
		return cmp.Or(cmp.Compare(x.outside, y.outside), cmp.Compare(x.points, y.points))
	})
	return names
}
