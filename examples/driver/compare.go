package driver

import (
	"errors"
	"fmt"

	"github.com/seed38182bad/parallax/dataflow"
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
		for _, r := range dataflow.Compare(static, seen.findings(), seen.coverage) {
			in.out.Rows = append(in.out.Rows, seen.row(r))
		}
	}
	in.suppress(extentOf(cfg.Test))
	in.judge(extentOf(cfg.Test))
	return nil
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
