package session

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/world"
)

// Check runs all checkers over all paths of the program. What keeps one of them from finishing is an error; the others
// run.
func (p *Program) Check(ctx context.Context) (*Result, error) {
	r := p.result(dataflow.On(dataflow.OverPaths, p.session.Checkers))
	if err := ctx.Err(); err != nil {
		return r, err
	}
	p.session.progress("%s: locks", p.Name)
	n := len(r.Checkers)
	c := &check{p: p, checkers: r.Checkers, results: make([]*dataflow.Result, n), errs: make([]error, n)}
	c.shared = &dataflow.Shared{Program: p.Code}
	err := Guard(func() error {
		cheap := slices.DeleteFunc(slices.Clone(r.Checkers), costs)
		return dataflow.Prepare(ctx, c.shared, cheap...)
	})
	if err != nil {
		return r, err
	}
	// Those that need to know nothing but locks run beside those that need more: the contexts of the two have nothing in
	// common.
	var both sync.WaitGroup
	both.Go(func() { c.run(ctx, false) })
	both.Go(func() {
		c.prepared = Guard(func() error { return dataflow.Prepare(ctx, c.shared, r.Checkers...) })
		if c.prepared == nil {
			c.run(ctx, true)
		}
	})
	both.Wait()
	return r, c.collect(ctx, r)
}

// A check is under way over all paths of a program.
type check struct {
	p        *Program
	checkers []*dataflow.Analyzer
	shared   *dataflow.Shared
	prepared error              // nil if more than locks is known
	results  []*dataflow.Result // by checker
	errs     []error
}

// run runs the checkers that need to know more than locks, or the others.
func (c *check) run(ctx context.Context, more bool) {
	for i, a := range c.checkers {
		if costs(a) != more {
			continue
		}
		opts := dataflow.Options{Shared: c.shared, Progress: func(done, all int) {
			c.p.session.progress("%s: %s: %d of %d functions", c.p.Name, a.Name, done, all)
		}}
		c.errs[i] = Guard(func() (err error) {
			c.results[i], err = a.Fixpoint(ctx, c.p.Code, opts)
			return err
		})
		if ctx.Err() != nil {
			return // what was reported up to now may have been taken back
		}
	}
}

// costs reports whether a checker requires what costs something over all paths.
func costs(a *dataflow.Analyzer) bool {
	return a.Requires(dataflow.OverPaths, world.LockSets, world.Memory, world.Races, world.Segments)
}

// collect adds what was found, up to the checker that was interrupted.
func (c *check) collect(ctx context.Context, r *Result) error {
	wrong := []error{c.prepared}
	for i, res := range c.results {
		if c.prepared == nil || ctx.Err() == nil {
			wrong = append(wrong, c.errs[i])
		}
		if res != nil {
			r.Findings = append(r.Findings, res.Findings...)
		}
		if c.errs[i] != nil && ctx.Err() != nil {
			break
		}
	}
	r.once()
	return errors.Join(wrong...)
}
