package driver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs/gorun"
	"github.com/seed38182bad/parallax/examples/session"
)

// observe is the verbs run and test.
func (in *invocation) observe() error {
	cfg := in.runConfig()
	if err := in.wantRunnable(&cfg); err != nil {
		return err
	}
	for _, p := range in.open(cfg.Tests, true) {
		in.assume(p, session.Runs, cfg)
		if r := in.runs(p, cfg); r != nil {
			in.addFindings(r.Findings)
		}
	}
	in.mark(aPart)
	return nil
}

func (in *invocation) runConfig() session.RunConfig {
	o, test := in.opts, is(in.verb.tests, in.opts)
	cfg := session.RunConfig{
		Tests: test, Args: in.rest, Seed: o.seed, Plain: !in.given("seed"), Times: o.runs,
		Schedules: cmp.Or(o.runs, o.schedules), Elements: orAll(o.elements), Calls: orAll(o.calls),
		Count: in.verb.rows, Offline: o.offline,
		Stdin: in.stdin, Stdout: in.stdout, Stderr: in.stderr,
	}
	if o.json || test {
		cfg.Stdout = in.stderr
	}
	return cfg
}

// given reports whether a flag was given.
func (in *invocation) given(name string) bool {
	return slices.ContainsFunc(in.out.Flags, func(f string) bool { return strings.HasPrefix(f, name+"=") })
}

// orAll is a number of which 0 means all, as the session has it.
func orAll(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// wantRunnable takes a program's arguments away from the patterns, which are all
// that stands before --, or the first if there is none. It notes the flags for
// building tests.
func (in *invocation) wantRunnable(cfg *session.RunConfig) (err error) {
	if len(in.args) > 0 && !cfg.Tests && in.rest == nil {
		in.args, cfg.Args = in.args[:1], in.args[1:]
	}
	if cfg.Tests {
		in.opts.build, cfg.Args, err = gorun.SplitFlags(cfg.Args)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in.verb.name, err)
	}
	if n := in.opts.runs; n < 0 {
		return fmt.Errorf("%s: -runs %d: it is a number of runs, or 0", in.verb.name, n)
	}
	if n := in.opts.elements; n < 0 {
		return fmt.Errorf("%s: -elements %d: it is a number of elements, or 0 for all of them", in.verb.name, n)
	}
	if n := in.opts.calls; n < 0 || n > gorun.MaxCalls {
		const text = "%s: -calls %d: it is a number of calls, at most %d, or 0 for all of them"
		return fmt.Errorf(text, in.verb.name, n, gorun.MaxCalls)
	}
	return in.wantPatterns()
}

// instead adds to the error that there is nothing to run which command runs what there may be.
func (in *invocation) instead(err error, cfg session.RunConfig) error {
	if !errors.Is(err, session.ErrNoRuns) {
		return err
	}
	command := in.verb.noMain
	if cfg.Tests {
		command = in.verb.noTests
	}
	return fmt.Errorf("%w (%s %s)", err, in.name, command)
}

// runs runs all checkers over all runs of p; nil if nothing could be run.
func (in *invocation) runs(p *session.Program, cfg session.RunConfig) *session.Result {
	giveBack()
	defer watchedGC()()
	r, err := p.Watch(in.ctx, cfg)
	if r == nil {
		in.problem(in.instead(err, cfg))
		return nil
	}
	in.problem(err)
	in.ran(r)
	return r
}

// ran notes what runs told, beside findings: why there are no events, unless there are some or something went
// wrong, which explains it better.
func (in *invocation) ran(r *session.Result) {
	in.out.Runs = append(in.out.Runs, r.Runs...)
	in.out.Kept = append(in.out.Kept, r.Kept...)
	if r.Probes != "" {
		in.out.Probes = append(in.out.Probes, r.Probes)
	}
	in.silence = r.Unseen
	some := slices.ContainsFunc(in.out.Runs, func(r session.RunInfo) bool { return r.Events > 0 })
	if len(in.out.Errors) > 0 || len(in.out.Runs) == 0 || some {
		in.silence = ""
	}
}
