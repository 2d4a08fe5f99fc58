package driver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/examples/session"
)

// compare is the verb that looks from both sides.
func (in *invocation) compare() error {
	cfg := in.runConfig()
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	schedules := session.ConfirmConfig{}
	if in.opts.confirm.executions != 0 {
		var err error
		if schedules, err = in.confirmConfig(); err != nil {
			return err
		}
		if !cfg.Tests {
			return errors.New("compare: -schedules is about tests, and not about the runs of -run")
		}
	}
	for _, p := range in.open(cfg.Tests, true) {
		if _, err := p.Plan(in.ctx, cfg); err != nil { // without runs there is nothing to compare with
			if err = in.instead(err, cfg); errors.Is(err, session.ErrNoRuns) && !cfg.Tests {
				err = fmt.Errorf("%w; -run is compare's own flag, for a main package; "+
					"flags of the tests come after --, as in: %s -- -run Test", err, p.Name)
			}
			in.problem(err)
			in.incomplete = true
			in.out.Functions -= p.Code.NumFuncs()
			continue
		}
		in.assume(p, session.Paths|session.Runs, cfg)
		paths := in.paths(p)
		if in.ctx.Err() != nil {
			break
		}
		cfg.Suspects = paths.Findings
		runs := in.runs(p, cfg)
		if runs == nil {
			in.incomplete = true
			continue
		}
		rows := session.Compare(paths, runs)
		if in.opts.confirm.executions > 0 {
			in.problem(p.Confirm(in.ctx, rows, schedules))
		}
		for _, r := range rows {
			in.out.Rows = append(in.out.Rows, Row{Row: r})
		}
	}
	if in.opts.confirm.executions > 0 {
		in.keepSchedules()
	}
	in.mark(in.extent(cfg.Tests))
	return nil
}

// withNeighbours adds those of all checkers that find over all paths what chosen ones confirm, or confirm what chosen
// ones find.
func withNeighbours(all, chosen []*dataflow.Analyzer) []*dataflow.Analyzer {
	return slices.DeleteFunc(slices.Clone(all), func(a *dataflow.Analyzer) bool {
		return !slices.ContainsFunc(chosen, func(c *dataflow.Analyzer) bool {
			return a == c || a.Name == c.Confirms || a.Confirms == c.Name
		})
	})
}
