package views

import (
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A verdict is what is to be reported of a view.
type verdict []envs.Report

// A judgement is a verdict, and what it rests on: all views of some variables, as long as
// these have not changed.
type judgement struct {
	verdict
	on      []envs.Variable
	changes int64 // of these variables, when it was made
}

// judge reports what is wrong with a view, or is by it, as far as is known.
func (c *checker) judge(env envs.Env, n int32) {
	j, ok := c.judged[n]
	if !ok || c.changesOf(j.on) != j.changes {
		p := c.views[n]
		j.on = c.neighbours(p)
		j.verdict, j.changes = c.verdict(env, p), c.changesOf(j.on)
		c.judged[n] = j
	}
	for _, r := range j.verdict {
		env.Report(r)
	}
}

// neighbours are the variables of the views that have one in common with p. A view
// matters to p's verdict if it is such a view, or has a variable in common with one.
func (c *checker) neighbours(p *published) (vs []envs.Variable) {
	for _, n := range c.related(p) {
		vs = slices.AppendSeq(vs, c.views[n].variables.All())
	}
	slices.Sort(vs)
	return slices.Compact(vs)
}

// changesOf only ever grows.
func (c *checker) changesOf(vs []envs.Variable) (n int64) {
	for _, v := range vs {
		if int(v) < len(c.changes) {
			n += c.changes[v]
		}
	}
	return n
}

// A conflict is a view of which another thread's views take parts that are in no chain.
type conflict struct {
	whole *published
	a, b  part
	split []view.View[envs.Variable] // the overlaps
	// together are the variables in them.
	together view.View[envs.Variable]
}

// verdict looks at a view from both sides: as one that others take apart, and as a
// part of others' views.
func (c *checker) verdict(env envs.Env, p *published) (v verdict) {
	var found []conflict
	threads := map[envs.Thread]bool{}
	for _, n := range c.related(p) {
		o := c.views[n]
		if !threads[o.thread] {
			threads[o.thread] = true
			found = c.takenApart(env, found, p, o.thread, nil)
		}
		found = c.takenApart(env, found, o, p.thread, p)
	}
	for _, x := range found {
		larger := func(y conflict) bool {
			return x.together.SubsetOf(y.together) && !x.together.Equal(y.together)
		}
		if !slices.ContainsFunc(found, larger) {
			v = append(v, c.report(env, x))
		}
	}
	return v
}

// takenApart adds the conflict of a view with those of a thread, one of which takes part
// in it unless it is nil.
func (c *checker) takenApart(env envs.Env, found []conflict, whole *published, thread envs.Thread, one *published) []conflict {
	if whole.variables.Len() < 2 {
		return found // there is nothing to take apart
	}
	x := conflict{whole: whole}
	parts := c.parts(env, whole, thread, one)
	for i, a := range parts {
		if one != nil && i > 0 {
			break // it is the first
		}
		for j, b := range parts {
			if i == j || !c.apart(env, a, b) || !env.MayOverlap(whole.segment, a.segment) && !env.MayOverlap(whole.segment, b.segment) {
				continue
			}
			if x.a.published == nil {
				x.a, x.b = a, b
			}
			x.split = append(x.split, a.overlap, b.overlap)
			x.together = union(x.together, union(a.overlap, b.overlap))
		}
	}
	if x.a.published != nil && x.together.Len() >= c.Least {
		found = append(found, x)
	}
	return found
}

func (c *checker) report(env envs.Env, x conflict) envs.Report {
	slices.SortFunc(x.split, view.View[envs.Variable].Compare)
	x.split = slices.CompactFunc(x.split, view.View[envs.Variable].Equal)
	var parts []string
	for _, o := range x.split {
		parts = append(parts, c.format(env, o))
	}
	slices.Sort(parts)
	whole := c.format(env, x.together)
	r := envs.Report{
		Kind: Kind, Subject: whole,
		Message: whole + " are accessed in one block, but another thread accesses " + strings.Join(slices.Compact(parts), " and ") + " in blocks of their own",
	}
	r.Evidence = c.story(env, r.Evidence, x.whole, x.together, "one block")
	r.Evidence = c.story(env, r.Evidence, x.a.published, x.a.overlap, "another thread's block")
	r.Evidence = c.story(env, r.Evidence, x.b.published, x.b.overlap, "a later or earlier block of that thread")
	return r
}

// story tells of a view where its block begins and accesses what.
func (c *checker) story(env envs.Env, s []envs.Evidence, p *published, of view.View[envs.Variable], who string) []envs.Evidence {
	s = append(s, envs.Evidence{At: p.at, Text: env.LockName(p.lock) + " is taken for " + who})
	for v := range of.All() {
		s = append(s, envs.Evidence{At: c.spots[spot{p.at, v}], Text: env.VariableName(v) + " is accessed in it"})
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
