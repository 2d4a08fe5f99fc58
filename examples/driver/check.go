package driver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/envs"
)

// check is the verb that looks at all paths.
func (in *invocation) check() error {
	if err := in.wantPatterns(); err != nil {
		return err
	}
	for _, t := range in.load(in.args, in.opts.tests, false) {
		in.assume(t, staticSide)
		in.addFindings(in.static(t))
	}
	in.suppress(extentOf(in.opts.tests))
	in.judge(extentOf(in.opts.tests))
	return nil
}

func extentOf(tests bool) extent {
	if tests {
		return everything
	}
	return withoutTest
}

func (in *invocation) wantPatterns() error {
	if len(in.args) == 0 {
		return fmt.Errorf("%s: name what to look at: packages, such as ./..., or .plx files", in.verb.name)
	}
	return in.noLateFlags(in.args)
}

func (in *invocation) noLateFlags(args []string) error {
	for _, a := range args {
		if len(a) > 1 && a[0] == '-' {
			late := "flags come first"
			if strings.Contains(in.verb.args, "test flags") {
				late += ", and test flags go behind --"
			}
			return fmt.Errorf("%s: %s stands behind a pattern: %s", in.verb.name, a, late)
		}
	}
	return nil
}

// static runs all checkers over all paths of t. What keeps one of them from
// finishing is a problem; the others run.
func (in *invocation) static(t *target) []envs.Finding {
	if err := in.ctx.Err(); err != nil {
		in.problem(err)
		return nil
	}
	in.progress.show("%s: locks", t.name)
	contexts, err := guarded2(func() (*dataflow.Contexts, error) {
		c, err := dataflow.SolveContexts(in.ctx, t.prog)
		if err != nil {
			return nil, err
		}
		return c, c.Prepare(in.ctx, needsOf(in.analyzers).Asks)
	})
	if err != nil {
		in.problem(err)
		return nil
	}
	var findings []envs.Finding
	for _, a := range in.analyzers {
		opts := dataflow.Options{Contexts: contexts, Progress: func(done, all int) {
			in.progress.show("%s: %s: %d of %d functions", t.name, a.Name, done, all)
		}}
		res, err := guarded2(func() (*dataflow.Result, error) { return a.Fixpoint(in.ctx, t.prog, opts) })
		if err != nil {
			in.problem(err)
			if in.ctx.Err() != nil {
				break // what was reported up to now may have been taken back
			}
		}
		if res != nil {
			findings = append(findings, res.Findings...)
		}
	}
	return findings
}

// guarded2 makes an error of a panic in f.
func guarded2[T any](f func() (T, error)) (res T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errors.Join(err, fmt.Errorf("internal error at %s: %v; please report it", panicPlace(), v))
		}
	}()
	return f()
}
