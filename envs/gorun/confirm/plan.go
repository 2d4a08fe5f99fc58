package confirm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/envs/gorun/control"
)

// A plan is a test, and what a second thread does in it.
type plan struct {
	test   control.Name
	second *Second
	env    []string
}

// try executes one plan after the other, until an execution shows the finding.
func (c *confirmer) try(ctx context.Context, t *suite, s *suspect, a *Attempt, list []plan) error {
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
	opts.Executions, opts.Test, opts.Env = n, limit, p.env
	_, err := c.watch(ctx, t, s, a, p, opts, places(s.of))
	return err
}

// watch makes executions of a test as the options say, until one shows the finding.
func (c *confirmer) watch(ctx context.Context, t *suite, s *suspect, a *Attempt, p plan, opts control.Options,
	hold []envs.Position) (*control.Test, error) {
	opts.Memory, opts.Failures = true, opts.Executions
	inner, stop := context.WithCancel(ctx)
	defer stop()
	of, err := t.tests.Explore(inner, p.test, opts, hold, func(run *gorun.Session) {
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
		if s.by&envs.Between != 0 {
			if b.shown != nil {
				story = b.story()
			} else if story == nil {
				story = c.panics(b, x)
			}
		}
		if story != nil {
			a.Shown = &Shown{
				Test: p.test, Schedule: x.Schedule, Rand: x.Rand, Story: story, End: x.End, Text: x.Text, Second: p.second,
			}
			stop()
		}
	})
	if a.Shown != nil && ctx.Err() == nil {
		return of, nil
	}
	return of, err
}

// attempt looks for a schedule that shows a finding, of the tests as they are.
func (c *confirmer) attempt(ctx context.Context, t *suite, s *suspect, a *Attempt) error {
	several := slices.DeleteFunc(t.reaching(s), func(n control.Name) bool { return t.reach[n].threads < 2 })
	var list []plan
	for _, name := range several {
		list = append(list, plan{test: name})
	}
	if err := c.try(ctx, t, s, a, list); err != nil {
		return err
	}
	return c.cover(ctx, t, s, a, several)
}

// cover executes every schedule of tests, or every one of few preemptions, as far as the time for a finding allows. No
// thread is held meanwhile.
func (c *confirmer) cover(ctx context.Context, t *suite, s *suspect, a *Attempt, tests []control.Name) error {
	begin := time.Now()
	for _, name := range tests {
		for _, bound := range []int{-1, 1} {
			left := c.cfg.Time - time.Since(begin)
			if left <= 0 || a.Shown != nil || ctx.Err() != nil || t.reach[name].outside > 0 {
				break
			}
			opts := c.options()
			opts.Executions, opts.Test, opts.Preemptions = 3*c.cfg.Executions, left/2, bound
			if opts.Strategy = "source"; bound >= 0 {
				opts.Strategy = "all"
			}
			x, err := c.watch(ctx, t, s, a, plan{test: name}, opts, nil)
			if err != nil {
				return err
			}
			if x != nil && (x.Complete || bound >= 0 && x.Within) {
				text := "every schedule of " + name.Test
				if bound >= 0 {
					text += fmt.Sprintf(" with at most %d preemption", bound)
				}
				a.Covered = append(a.Covered, text)
				break
			}
		}
	}
	if a.Shown != nil {
		a.Covered = nil
	}
	return nil
}
