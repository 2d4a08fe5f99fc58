package confirm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/control"
	"github.com/seed38182bad/parallax/envs/gosrc"
)

// A Config says where to look for schedules.
type Config struct {
	// Load says which packages to load, whose tests are executed.
	Load gosrc.Config
	// Run selects tests, as "go test -run" does; Flags are flags of the tests, such as "-test.short".
	Run   string
	Flags []string
	// Executions is how many are made at most to show a finding, 100 if zero.
	Executions int
	// Time is how long one finding may take, half a minute if zero.
	Time time.Duration
	// Witness says how an execution shows what a checker finds.
	Witness func(checker string) envs.Witness
	// Seed is what schedules follow from, 1 if zero.
	Seed uint64
	// Progress, if not nil, is told what is being done.
	Progress func(what string)
}

// An Attempt says what has come of a finding.
type Attempt struct {
	Finding envs.Finding
	// Shown is the execution that shows it, nil if none does.
	Shown *Shown
	// Executions is how many were made for it. Tests are those that reach it.
	Executions int
	Tests      []control.Name
	// Why says why no more was done, if none shows it.
	Why string
}

// Shown is an execution that shows a finding.
type Shown struct {
	Test control.Name
	// Schedule and Rand make it again: see control.Options.
	Schedule string
	Rand     uint64
	// Story are the steps that show it.
	Story []envs.Note
	// End is how the execution has ended, and Text what the test has said then.
	End, Text string
}

// A Confirmer looks for schedules that show findings in one program. Close it after use.
type Confirmer struct {
	cfg   Config
	prog  *gosrc.Program
	build *gorun.Build
	tests *gorun.Controlled
	dir   string // of the program
	names []control.Name
	reach map[control.Name]*reached
}

// reached is what one execution of a test has executed.
type reached struct {
	threads  int
	outside  bool // it waits for what is not controlled
	points   int  // at which threads could switch
	executed func(envs.Point) int64
}

// New loads packages and builds their tests. The error joins what was wrong with some packages, unless there is no
// Confirmer.
func New(ctx context.Context, cfg Config) (*Confirmer, error) {
	c := &Confirmer{cfg: cfg, reach: map[control.Name]*reached{}}
	c.cfg.Executions = cmp.Or(cfg.Executions, 100)
	c.cfg.Time = cmp.Or(cfg.Time, 30*time.Second)
	c.cfg.Seed = cmp.Or(cfg.Seed, 1)
	if cfg.Progress == nil {
		c.cfg.Progress = func(string) {}
	}
	var err error
	if c.dir, err = filepath.Abs(cfg.Load.Dir); err != nil {
		return nil, err
	}
	c.cfg.Progress("loading the tests")
	c.cfg.Load.Tests, c.cfg.Load.KeepSyntax = true, true
	if c.prog, err = gosrc.Load(ctx, c.cfg.Load); err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range c.prog.Errors {
		errs = append(errs, e)
	}
	c.cfg.Progress("building the tests")
	c.build, err = gorun.Prepare(ctx, c.prog, gorun.Config{
		Dir: cfg.Load.Dir, Tests: true, BuildFlags: cfg.Load.BuildFlags, Env: cfg.Load.Env, Accesses: true, Perturb: true,
	})
	if err != nil {
		return nil, err
	}
	if c.tests, err = c.build.Control(ctx); err != nil {
		return nil, errors.Join(err, c.build.Close())
	}
	for _, f := range c.tests.Failed() {
		errs = append(errs, f.Err)
	}
	c.names, err = c.tests.Tests(ctx, c.options())
	return c, errors.Join(append(errs, err)...)
}

// Close removes all files that were made.
func (c *Confirmer) Close() error { return errors.Join(c.tests.Close(), c.build.Close()) }

func (c *Confirmer) options() control.Options {
	return control.Options{
		Run: c.cfg.Run, Flags: c.cfg.Flags, Seed: c.cfg.Seed, Execution: 5 * time.Second, Points: 200000, Preemptions: -1,
	}
}

// Confirm looks for a schedule that shows each finding, and yields what has come of it. An error is about a test that
// could not be executed; the attempt goes on with others.
func (c *Confirmer) Confirm(ctx context.Context, found []envs.Finding) iter.Seq2[*Attempt, error] {
	return func(yield func(*Attempt, error) bool) {
		var errs []error
		for i, name := range c.names {
			c.cfg.Progress(fmt.Sprintf("test %d of %d: %s", i+1, len(c.names), name.Test))
			if err := c.look(ctx, name); err != nil {
				errs = append(errs, err)
			}
			if ctx.Err() != nil {
				yield(nil, context.Cause(ctx))
				return
			}
		}
		for _, s := range suspects(c.prog, found, c.cfg.Witness) {
			c.cfg.Progress(fmt.Sprintf("%s: %s", s.of.Pos, s.of.Kind))
			a, err := c.attempt(ctx, s)
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if !yield(a, errors.Join(append(errs, err)...)) || ctx.Err() != nil {
				return
			}
			errs = nil
		}
	}
}

// look executes a test once, to see what it reaches.
func (c *Confirmer) look(ctx context.Context, name control.Name) error {
	opts := c.options()
	opts.Strategy, opts.Executions = "first", 1
	_, err := c.tests.Explore(ctx, name, opts, nil, func(s *gorun.Session) {
		err := s.Each(func(*envs.Event) bool { return true })
		if x := s.Execution(); err == nil && x != nil {
			c.reach[name] = &reached{x.Threads, len(x.Outside) > 0, x.Points, s.Executed}
		}
	})
	return err
}

// reaching are the tests that come to a finding: those with several threads first, then those that are controlled whole,
// then the shorter ones.
func (c *Confirmer) reaching(s *suspect) (names []control.Name) {
	for _, name := range c.names {
		r := c.reach[name]
		if r == nil {
			continue
		}
		for p := range s.shows {
			if r.executed(p) > 0 {
				names = append(names, name)
				break
			}
		}
	}
	slices.SortStableFunc(names, func(a, b control.Name) int {
		x, y := c.reach[a], c.reach[b]
		return cmp.Or(
			cmp.Compare(min(y.threads, 2), min(x.threads, 2)), compareBool(x.outside, y.outside), cmp.Compare(x.points, y.points),
		)
	})
	return names
}

// compareBool puts what is false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// attempt looks for a schedule that shows a finding.
func (c *Confirmer) attempt(ctx context.Context, s *suspect) (*Attempt, error) {
	a := &Attempt{Finding: *s.of, Tests: c.reaching(s)}
	several := slices.DeleteFunc(slices.Clone(a.Tests), func(n control.Name) bool { return c.reach[n].threads < 2 })
	switch {
	case s.by == 0:
		a.Why = "schedules have no part in it"
		return a, nil
	case len(a.Tests) == 0:
		a.Why = "no test reaches it"
	case len(several) == 0:
		a.Why = "no test that reaches it has a second thread"
	}
	begin := time.Now()
	var errs []error
	for i, name := range several {
		left := c.cfg.Time - time.Since(begin)
		rest := c.cfg.Executions - a.Executions
		if rest <= 0 || left <= 0 || a.Shown != nil || ctx.Err() != nil {
			break
		}
		// The last test may take all that is left.
		n := max(rest/(len(several)-i), min(rest, 10))
		errs = append(errs, c.execute(ctx, s, a, name, n, left/time.Duration(len(several)-i)))
	}
	return a, errors.Join(errs...)
}

// execute makes executions of a test, until one shows the finding.
func (c *Confirmer) execute(ctx context.Context, s *suspect, a *Attempt, test control.Name, n int,
	limit time.Duration) error {
	opts := c.options()
	opts.Seed += uint64(a.Executions)
	opts.Memory, opts.Executions, opts.Failures, opts.Test = true, n, n, limit
	inner, stop := context.WithCancel(ctx)
	defer stop()
	_, err := c.tests.Explore(inner, test, opts, places(s.of), func(run *gorun.Session) {
		b := newBetween(c.prog, s)
		if err := run.Each(func(ev *envs.Event) bool {
			b.event(ev)
			return true
		}); err != nil {
			return // which Explore tells
		}
		x := run.Execution()
		if x == nil || a.Shown != nil {
			return
		}
		a.Executions++
		story := c.ends(s, x)
		if b.shown != nil && s.by&envs.Between != 0 {
			story = b.story()
		}
		if story != nil {
			a.Shown = &Shown{Test: test, Schedule: x.Schedule, Rand: x.Rand, Story: story, End: x.End, Text: x.Text}
			stop()
		}
	})
	if a.Shown != nil && ctx.Err() == nil {
		return nil
	}
	return err
}
