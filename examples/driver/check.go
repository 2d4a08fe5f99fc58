package driver

import (
	"errors"
	"fmt"
	"strings"
	"sync"

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
// finishing is a problem; the others run. Those that need to know nothing but locks run beside those
// that need more: the contexts of the two have nothing in common.
func (in *invocation) static(t *target) []envs.Finding {
	if err := in.ctx.Err(); err != nil {
		in.problem(err)
		return nil
	}
	defer paceGC()()
	in.progress.show("%s: locks", t.name)
	contexts, err := guarded2(func() (*dataflow.Contexts, error) { return dataflow.SolveContexts(in.ctx, t.prog) })
	if err != nil {
		in.problem(err)
		return nil
	}
	analyzers := dataflow.On(dataflow.OverPaths, in.analyzers)
	results, errs := make([]*dataflow.Result, len(analyzers)), make([]error, len(analyzers))
	var prepared error
	var all sync.WaitGroup
	for _, more := range [...]bool{false, true} {
		all.Go(func() {
			if asks := needsOf(analyzers).OfPaths; more && asks != 0 {
				if _, prepared = guarded2(func() (any, error) { return nil, contexts.Prepare(in.ctx, asks) }); prepared != nil {
					return
				}
			}
			for i, a := range analyzers {
				if (a.Needs() != 0) == more {
					results[i], errs[i] = in.staticOf(t, a, contexts)
				}
				if in.ctx.Err() != nil {
					break // what was reported up to now may have been taken back
				}
			}
		})
	}
	all.Wait()
	if prepared != nil {
		in.problem(prepared)
	}
	var findings []envs.Finding
	for i, res := range results {
		if errs[i] != nil && (prepared == nil || in.ctx.Err() == nil) {
			in.problem(errs[i])
		}
		if res != nil {
			findings = append(findings, res.Findings...)
		}
		if errs[i] != nil && in.ctx.Err() != nil {
			break
		}
	}
	return findings
}

// staticOf runs a checker over all paths of t.
func (in *invocation) staticOf(t *target, a *dataflow.Analyzer, contexts *dataflow.Contexts) (*dataflow.Result, error) {
	opts := dataflow.Options{Contexts: contexts, Progress: func(done, all int) {
		in.progress.show("%s: %s: %d of %d functions", t.name, a.Name, done, all)
	}}
	return guarded2(func() (*dataflow.Result, error) { return a.Fixpoint(in.ctx, t.prog, opts) })
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
