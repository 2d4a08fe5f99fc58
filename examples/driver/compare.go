package driver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/envs/gorun"
)

// compare is the verb that looks from both sides.
func (in *invocation) compare() error {
	cfg := in.runConfig(!in.opts.main)
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	for _, t := range in.load(in.args, cfg.Test, true) {
		if _, err := t.runs.Plan(in.ctx, cfg); err != nil { // without runs there is nothing to compare with
			if err = in.instead(err); errors.Is(err, gorun.ErrNoMain) {
				err = fmt.Errorf("%w; -run is compare's own flag, for a main package; flags of the tests come after --, as in: %s -- -run Test", err, t.name)
			}
			in.problem(err)
			in.out.Functions -= t.prog.NumFuncs()
			continue
		}
		in.assume(t, staticSide|dynamicSide)
		static := in.static(t)
		if in.ctx.Err() != nil {
			break
		}
		seen, err := in.dynamic(t, cfg)
		if err != nil {
			in.problem(err)
			continue
		}
		in.silent(seen)
		for _, r := range dataflow.Compare(static, in.confirming(seen.findings()), seen.coverage) {
			in.out.Rows = append(in.out.Rows, seen.row(r))
		}
	}
	in.suppress(extentOf(cfg.Test))
	in.judge(extentOf(cfg.Test))
	return nil
}

// confirming gives findings of runs to the checkers over all paths that they confirm.
func (in *invocation) confirming(findings []envs.Finding) []envs.Finding {
	for i, f := range findings {
		for _, a := range in.analyzers {
			if a.Name == f.Checker && a.Confirms != "" {
				findings[i].Checker = a.Confirms
			}
		}
	}
	return findings
}

// withNeighbours adds those of all checkers that find over all paths what chosen ones confirm, or confirm what chosen ones
// find.
func withNeighbours(all, chosen []*dataflow.Analyzer) []*dataflow.Analyzer {
	return slices.DeleteFunc(slices.Clone(all), func(a *dataflow.Analyzer) bool {
		return !slices.ContainsFunc(chosen, func(c *dataflow.Analyzer) bool {
			return a == c || a.Name == c.Confirms || a.Confirms == c.Name
		})
	})
}

// row decides what the table shows of a row: what a run confirmed as the run told it, proved
// if one of them proved it, and how often what it shows was executed.
func (o *observed) row(r dataflow.Row) Row {
	shown, ran := r.Finding, r.Executed
	if r.Class == dataflow.Confirmed {
		shown = r.Dynamic[0]
		for _, f := range r.Dynamic {
			if f.Proved {
				shown = f
				break
			}
		}
		for _, p := range shown.Points {
			if n, _ := o.coverage(p); n > 0 {
				ran = n
				break
			}
		}
	}
	return Row{Row: r, shown: shown, ran: ran, shows: o.shows(r)}
}
