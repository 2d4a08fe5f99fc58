package methods

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/lists"
)

// maxTold is how many accesses of a block a story has.
const maxTold = 12

// maxInterfering is of how many concurrent blocks a story tells.
const maxInterfering = 3

var consequences = map[int]string{
	changed: "what it accesses again may have changed",
	torn:    "what is updated together is one before and the other after that",
	lost:    "what it updates may have been updated since it was read",
}

var reasons = map[int]string{
	changed: "it is accessed twice",
	torn:    "others update them together",
	lost:    "it is read in one critical section and updated in a later one",
}

func (c *checker) report(env envs.Env, x candidate, v *verdict) envs.Report {
	name := env.Program().Func(x.fn).Name
	of := c.classes[x.class]
	message := fmt.Sprintf("%s accesses %s in several critical sections", name, c.format(of, v.fields))
	if c.Plain {
		message += fmt.Sprintf(", and of the critical sections that access them %s and %s form no chain",
			c.told(v.own), c.told(v.other))
	} else {
		message += fmt.Sprintf(": between that in which %s and that in which %s, "+
			"another thread may execute one in which %s; %s",
			c.told(v.own), c.told(v.also), c.told(v.other), consequences[v.weight])
	}
	r := envs.Report{Kind: Kind, Subject: name + " on " + cmp.Or(of, "global variables"), Message: message}
	if v.weight > 0 {
		r.Rank, r.Why = 2*v.weight, []string{reasons[v.weight]}
	}
	if strings.HasPrefix(name, "(*"+of+").") || strings.HasPrefix(name, "("+of+").") {
		r.Rank++
		r.Why = append(r.Why, "these are fields of the method's own type")
	}
	r.Evidence = c.story(env, v.own, "a critical section of the method")
	if v.also != nil {
		r.Evidence = append(r.Evidence, c.story(env, v.also, "another critical section of the method")...)
	}
	r.Evidence = append(r.Evidence,
		c.story(env, v.other, "a critical section that another thread may execute meanwhile")...)
	told := 1
	for _, p := range v.interfering {
		if p != v.other && told < maxInterfering {
			told++
			r.Evidence = append(r.Evidence,
				envs.Evidence{At: p.block.From,
					Text: p.block.LockName(env) + " is taken for another such critical section, in which " + c.told(p)})
		}
	}
	return r
}

// story tells where a block begins, under which lock, and where it accesses what.
func (c *checker) story(env envs.Env, p *part, what string) []envs.Evidence {
	story := []envs.Evidence{{At: p.block.From, Text: p.block.LockName(env) + " is taken for " + what}}
	for _, f := range c.inOrder(p)[:min(len(p.facts), maxTold)] {
		done := envs.Access{Write: f.updates()}.Done()
		story = append(story, envs.Evidence{At: c.follower.Where(p.block.From, f),
			Text: c.name(f.variable()) + " is " + done + " in it"})
	}
	return story
}

// told says what is done in a block: "x is read, and y is updated".
func (c *checker) told(p *part) string {
	var read, updated []string
	for _, f := range c.inOrder(p) {
		if f.updates() {
			updated = append(updated, c.vars[f.variable()].name)
		} else {
			read = append(read, c.vars[f.variable()].name)
		}
	}
	return strings.Join(slices.Concat(done(read, "read"), done(updated, "updated")), " and ")
}

func done(names []string, what string) []string {
	if len(names) == 0 {
		return nil
	}
	is := " is "
	if len(names) > 1 {
		is = " are "
	}
	return []string{lists.Of(names) + is + what}
}

// format lists variables of a class.
func (c *checker) format(of string, vs []variable) string {
	var names []string
	for _, v := range vs {
		names = append(names, c.vars[v].name)
	}
	slices.Sort(names)
	list := "{" + lists.Of(names) + "}"
	if of == "" {
		return list
	}
	return list + " of " + of
}
