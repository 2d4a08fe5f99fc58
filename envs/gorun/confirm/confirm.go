package confirm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
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
	// Run selects tests, as "go test -run" does. Flags are flags of the tests, such as "-test.short".
	Run   string
	Flags []string
	// Executions is how many are made at most to show a finding, 100 if zero.
	Executions int
	// Time is how long one finding may take, half a minute if zero.
	Time time.Duration
	// Witness says how an execution shows what a checker finds: 0 if none does. It must not be nil.
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
	// Executions is how many were made for it. Tests are those that reach it, and Ran is how often what it is about was
	// executed when each was executed once.
	Executions int
	Tests      []control.Name
	Ran        int64
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
	// Second is what a second thread has called, which the test does not have; nil if it was left as it is. Serial says
	// that the execution ends alike if that call is made before the other one, or behind it.
	Second *Second
	Serial bool
	// File and Source are a test that was written, if it is the one that was executed.
	File   string
	Source []byte
}

// A confirmer looks for schedules that show findings in one program.
type confirmer struct {
	cfg Config
	dir string // of the program
	*suite
}

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
	outside  bool // it waits for what is not controlled
	points   int  // at which threads could switch
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
		Accesses: true, Order: true, Perturb: true, Only: func(id envs.FuncID) bool { return only[id] },
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

// Confirm looks for a schedule that shows each finding, and gives what has come of them, in their order. The error
// joins what is wrong with packages and tests that could not be built or executed; the attempts go on with others.
// There are no attempts if nothing can be built.
func Confirm(ctx context.Context, cfg Config, found []envs.Finding) ([]*Attempt, error) {
	if cfg.Witness == nil {
		return nil, errors.New("confirm: Config.Witness is nil: it says how executions show what a checker finds")
	}
	if len(found) == 0 {
		return nil, nil
	}
	c := &confirmer{cfg: cfg}
	c.cfg.Executions = cmp.Or(cfg.Executions, 100)
	c.cfg.Time = cmp.Or(cfg.Time, 30*time.Second)
	c.cfg.Seed = cmp.Or(cfg.Seed, 1)
	if cfg.Progress == nil {
		c.cfg.Progress = func(string) {}
	}
	list := make([]*Attempt, len(found))
	for i := range found {
		list[i] = &Attempt{Finding: found[i]}
	}
	err := c.confirm(ctx, list)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if c.suite == nil {
		return nil, err
	}
	return list, err
}

// confirm makes the attempts.
func (c *confirmer) confirm(ctx context.Context, list []*Attempt) (err error) {
	if c.dir, err = filepath.Abs(c.cfg.Load.Dir); err != nil {
		return err
	}
	c.cfg.Progress("building the tests")
	if c.suite, err = c.built(ctx, list, nil, c.cfg.Run); c.suite == nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	errs := []error{err, c.lookAll(ctx, c.suite)}
	for i, s := range c.suspects(c.suite, list) {
		list[i].Tests = c.reaching(s)
		for _, name := range list[i].Tests {
			list[i].Ran += c.reach[name].ran(s)
		}
		if s.by != 0 {
			errs = append(errs, c.attempt(ctx, c.suite, s, list[i]))
		} else {
			list[i].Why = "schedules have no part in it"
		}
	}
	errs = append(errs, c.secondThreads(ctx, list), c.ownTests(ctx, list))
	for _, a := range list {
		if a.Shown == nil && a.Why == "" && len(a.Tests) == 0 && a.Executions == 0 {
			a.Why = "no test reaches it"
		}
	}
	return errors.Join(errs...)
}

// ran is how often a test has executed where a finding shows.
func (r *reached) ran(s *suspect) (n int64) {
	for p := range s.shows {
		n = max(n, r.executed(p))
	}
	return n
}

// suspects are the findings of attempts in a suite's program.
func (c *confirmer) suspects(t *suite, list []*Attempt) []*suspect {
	found := make([]envs.Finding, len(list))
	for i, a := range list {
		found[i] = a.Finding
	}
	return suspects(t.prog, found, c.cfg.Witness)
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
			t.reach[name] = &reached{x.Threads, len(x.Outside) > 0, x.Points, s.Executed}
		}
	})
	return err
}

// reaching are the tests that come to a finding: those with several threads first, then those that are controlled
// whole, then the shorter ones.
func (t *suite) reaching(s *suspect) (names []control.Name) {
	for _, name := range t.names {
		r := t.reach[name]
		if r == nil {
			continue
		}
		if r.ran(s) > 0 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b control.Name) int {
		x, y := t.reach[a], t.reach[b]
		return cmp.Or(
			cmp.Compare(min(y.threads, 2), min(x.threads, 2)), compareBool(x.outside, y.outside),
			cmp.Compare(x.points, y.points),
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

// attempt looks for a schedule that shows a finding, of the tests as they are.
func (c *confirmer) attempt(ctx context.Context, t *suite, s *suspect, a *Attempt) error {
	several := slices.DeleteFunc(t.reaching(s), func(n control.Name) bool { return t.reach[n].threads < 2 })
	var list []plan
	for _, name := range several {
		list = append(list, plan{test: name})
	}
	return c.follow(ctx, t, s, a, list)
}

// A plan is a test, and what a second thread does in it.
type plan struct {
	test   control.Name
	second *Second
	env    []string
}

// follow executes one plan after the other, until an execution shows the finding.
func (c *confirmer) follow(ctx context.Context, t *suite, s *suspect, a *Attempt, list []plan) error {
	if len(list) == 0 {
		return nil
	}
	c.cfg.Progress(fmt.Sprintf("%s: %s", s.of.Pos, s.of.Kind))
	begin, made := time.Now(), 0
	var errs []error
	for i, p := range list {
		left := c.cfg.Time - time.Since(begin)
		rest := c.cfg.Executions - made
		if rest <= 0 || left <= 0 || a.Shown != nil || ctx.Err() != nil {
			break
		}
		n := max(rest/(len(list)-i), min(rest, 10)) // the last one may take all that is left
		before := a.Executions
		errs = append(errs, c.execute(ctx, t, s, a, p, n, left/time.Duration(len(list)-i)))
		made += a.Executions - before
	}
	return errors.Join(errs...)
}

// execute makes executions of a test, until one shows the finding.
func (c *confirmer) execute(ctx context.Context, t *suite, s *suspect, a *Attempt, p plan, n int,
	limit time.Duration) error {
	opts := c.options()
	opts.Seed += uint64(a.Executions)
	opts.Memory, opts.Executions, opts.Failures, opts.Test, opts.Env = true, n, n, limit, p.env
	inner, stop := context.WithCancel(ctx)
	defer stop()
	_, err := t.tests.Explore(inner, p.test, opts, places(s.of), func(run *gorun.Session) {
		b := newBetween(t.prog, s)
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
			a.Shown = &Shown{
				Test: p.test, Schedule: x.Schedule, Rand: x.Rand, Story: story, End: x.End, Text: x.Text, Second: p.second,
			}
			stop()
		}
	})
	if a.Shown != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// Said is what the test has said first, or the run time of a panic, in one line.
func (x *Shown) Said() string {
	for line := range strings.Lines(x.Text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") {
			return line
		}
	}
	return ""
}
