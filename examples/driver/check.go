package driver

import (
	"fmt"
	"maps"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/session"
)

// check is the verb that looks at all paths.
func (in *invocation) check() error {
	if err := in.wantPatterns(); err != nil {
		return err
	}
	for _, p := range in.open(in.opts.tests, false) {
		in.assume(p, session.Paths, session.RunConfig{})
		in.addFindings(in.paths(p).Findings)
	}
	in.mark(in.extent(in.opts.tests))
	return nil
}

// extent is how much was looked at over all paths.
func (in *invocation) extent(tests bool) extent {
	switch {
	case in.incomplete || in.ctx.Err() != nil:
		return aPart
	case tests:
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
		if isFlag(a) {
			late := "flags come first"
			if strings.Contains(in.verb.args, "test flags") {
				late += ", and test flags go behind --"
			}
			return fmt.Errorf("%s: %s stands behind a pattern: %s", in.verb.name, a, late)
		}
	}
	return nil
}

// open gives the programs that the arguments name.
func (in *invocation) open(tests, runs bool) []*session.Program {
	programs, err := in.session.Open(in.ctx, session.Source{
		Patterns: in.args, Tests: tests, Runs: runs, Deps: in.opts.deps, Tags: in.opts.tags, BuildFlags: in.opts.build,
	})
	in.problem(err)
	in.incomplete = in.incomplete || err != nil
	for _, p := range programs {
		in.opened(p)
		in.out.Functions += p.Code.NumFuncs()
	}
	return programs
}

// opened notes what there is to know of a program.
func (in *invocation) opened(p *session.Program) {
	if in.names == nil {
		in.names = envs.PackageNames{}
	}
	maps.Copy(in.names, p.Names)
	in.out.LeftOut = append(in.out.LeftOut, p.LeftOut...)
	if in.opts.suppress != "" && p.Helpers != nil {
		in.helpers = p.Helpers()
	}
}

// paths runs all checkers over all paths of p.
func (in *invocation) paths(p *session.Program) *session.Result {
	defer paceGC()()
	r, err := p.Check(in.ctx)
	in.problem(err)
	in.incomplete = in.incomplete || err != nil
	in.idle(p.Name, r)
	return r
}
