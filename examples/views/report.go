package views

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A verdict is what is to be reported at a place, as long as its conflicts have as many
// parts as when it was made.
type verdict struct {
	reports []envs.Report
	parts   int
}

// verdictOf are the reports at a place: of its conflicts.
func (c *checker) verdictOf(env envs.Env, p *place) []envs.Report {
	parts := 0
	for _, x := range p.Of.conflicts {
		parts += len(x.split)
	}
	if p.Of.parts != parts {
		p.Of.verdict = verdict{parts: parts}
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
		parts = append(parts, c.format(env, c.written(o)))
	}
	slices.Sort(parts)
	r := envs.Report{
		Kind: Kind, Subject: x.whole.Name(env),
		Message: c.format(env, c.written(x.together)) + " are accessed in one block, but another thread accesses " + strings.Join(slices.Compact(parts), " and ") + " in blocks of their own",
	}
	r.Evidence = c.story(env, r.Evidence, x.whole, x.together, "one block")
	r.Evidence = c.story(env, r.Evidence, x.a, x.overlaps[0], "another thread's block")
	r.Evidence = c.story(env, r.Evidence, x.b, x.overlaps[1], "a later or earlier block of that thread")
	return r
}

// maxTold is of how many variables a story tells where a block accesses them.
const maxTold = 6

// story tells of a block where it begins and accesses what.
func (c *checker) story(env envs.Env, s []envs.Evidence, p *place, of view.View[envs.Variable], who string) []envs.Evidence {
	s = append(s, envs.Evidence{At: p.From, Text: p.LockName(env) + " is taken for " + who})
	told := map[string]bool{}
	for v := range c.written(of).All() {
		if name := env.VariableName(v); !told[name] && len(told) < maxTold {
			told[name] = true
			s = append(s, envs.Evidence{At: c.Where(p.From, v), Text: name + " is accessed in it"})
		}
	}
	return s
}

// format lists the names of variables in order: several may have one name.
func (c *checker) format(env envs.Env, vs view.View[envs.Variable]) string {
	var names []string
	for v := range vs.All() {
		names = append(names, env.VariableName(v))
	}
	slices.Sort(names)
	return "{" + strings.Join(slices.Compact(names), ", ") + "}"
}
