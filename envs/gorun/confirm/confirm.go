package confirm

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed38182bad/parallax/envs"
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
	// Covered says what was executed in vain, such as "every schedule of TestX with at most 1 preemption". Schedules that
	// differ only in the order of what does not depend on each other count as one.
	Covered []string
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
