package driver

import "github.com/seed38182bad/parallax/dataflow"

// compare is the verb that looks from both sides.
func (in *invocation) compare() error {
	cfg := in.runConfig(!in.opts.main)
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	for _, t := range in.load(in.args, cfg.Test, true) {
		in.assume(t, staticSide|dynamicSide)
		static := in.static(t)
		if in.ctx.Err() != nil {
			break
		}
		seen, err := in.dynamic(t, cfg)
		if err != nil {
			in.problem(err) // without runs there is nothing to compare with
			continue
		}
		in.silent(seen)
		for _, r := range dataflow.Compare(static, seen.findings(), seen.coverage) {
			in.out.Rows = append(in.out.Rows, Row{Row: r})
		}
	}
	in.suppress(extentOf(cfg.Test))
	return nil
}
