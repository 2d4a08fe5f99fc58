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

// attempt looks for a schedule that shows a finding, of the tests as they are.
func (c *confirmer) attempt(ctx context.Context, t *suite, s *suspect, a *Attempt) error {
	several := slices.DeleteFunc(t.reaching(s), func(n control.Name) bool { return t.reach[n].threads < 2 })
	var list []plan
	for _, name := range several {
		list = append(list, plan{test: name})
	}
	return c.try(ctx, t, s, a, list)
}
