package views

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A verdict is what is to be reported at a place, as long as as much is known of its conflicts
// as when it was made.
type verdict struct {
	reports []envs.Report
	known   int
}

// verdictOf are the reports at a place: of its conflicts.
func (c *checker) verdictOf(env envs.Env, p *place) []envs.Report {
	known := p.Renewed
	for _, x := range p.Of.conflicts {
		known += x.changes
	}
	if p.Of.known != known {
		p.Of.verdict = verdict{known: known}
		for _, x := range p.Of.conflicts {
			if x.whole != nil {
				p.Of.reports = append(p.Of.reports, c.report(env, x))
			}
		}
	}
	return p.Of.reports
}

func (c *checker) report(env envs.Env, x *conflict) envs.Report {
	var parts []string
	for _, o := range x.split {
		parts = append(parts, c.format(env, o))
	}
	slices.Sort(parts)
	story := func(p *place, of view.View[envs.Variable], whom string) []envs.Evidence {
		return c.Story(env, p, c.written(of), env.VariableName, whom, "is accessed in it")
	}
	return envs.Report{
		Kind: Kind, Subject: x.whole.Name(env),
		Message: c.format(env, x.together) + " are accessed in one block, but another thread accesses " + strings.Join(slices.Compact(parts), " and ") + " in blocks of their own",
		Evidence: slices.Concat(story(x.whole, x.together, "one block"), story(x.a, x.overlaps[0], "another thread's block"),
			story(x.b, x.overlaps[1], "a later or earlier block of that thread")),
	}
}

// format lists the names of those variables that are written, in order: several may have one name.
func (c *checker) format(env envs.Env, vs view.View[envs.Variable]) string {
	var names []string
	for v := range c.written(vs).All() {
		names = append(names, env.VariableName(v))
	}
	slices.Sort(names)
	return "{" + strings.Join(slices.Compact(names), ", ") + "}"
}
