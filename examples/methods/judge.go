package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A verdict is what is known of a candidate.
type verdict struct {
	fields       []variable // of the method view, without those that are only read
	own, other   *part      // which form no chain; nil if the method is consistent, or if nobody has asked (chain)
	also         *part      // another one of the method, with which that matters most
	weight       int        // how much it matters
	interfering  []*part    // all that form no chain with another one
	looked       bool       // for a chain
	below        answer     // whether a method that it calls is inconsistent in the same class
	shape, grown int        // of the book and the class, when it was found out
	spread       int        // of the class
	told         bool       // that there are these reports
	reports      []envs.Report
}

// An answer is found out once.
type answer uint8

const (
	open answer = iota
	no
	yes
)

// judge notes that a method is a candidate, and reports it if it is inconsistent.
func (c *checker) judge(env envs.Env, fn envs.FuncID, k class) {
	x := candidate{fn, k}
	m := c.spread[x]
	if m == nil {
		m = &met{}
		c.spread[x], c.grew = m, true
		all := c.class(k)
		all.spread = append(all.spread, fn)
		all.came++
	}
	m.last = c.passes
	if c.grew && env.MayRepeat() {
		return // it will be asked again when more is known
	}
	for _, r := range c.reports(env, x) {
		env.Report(r)
	}
}

// reports is what there is to say of a candidate: nothing if it is consistent, or not the lowest.
func (c *checker) reports(env envs.Env, x candidate) []envs.Report {
	v := c.verdict(x)
	if v.told {
		return v.reports
	}
	v.told = true
	if !c.Callers && c.below(env, x, v) || !c.inconsistent(env, x, v) {
		return nil
	}
	w := v
	if v.weight == lost {
		w = &verdict{fields: v.fields}
		c.chain(env, x, w, true)
	}
	v.reports = []envs.Report{c.report(env, x, w)}
	return v.reports
}

// below reports whether anything that a method calls is inconsistent in the same class; in plain form, in the same
// variables of it. What is above such a method need not be looked at.
func (c *checker) below(env envs.Env, x candidate, v *verdict) bool {
	if v.below == open {
		v.below = no
		for _, callee := range c.class(x.class).spread {
			if callee == x.fn || !c.reaches(x.fn, callee) || c.reaches(callee, x.fn) {
				continue
			}
			y := candidate{callee, x.class}
			if w := c.verdict(y); (!c.Plain || slices.Equal(w.fields, v.fields)) && (c.below(env, y, w) || c.inconsistent(env, y, w)) {
				v.below = yes
				break
			}
		}
	}
	return v.below == yes
}

// inconsistent reports whether there are lock views that form no chain.
func (c *checker) inconsistent(env envs.Env, x candidate, v *verdict) bool {
	if !v.looked {
		v.looked = true
		c.chain(env, x, v, false)
	}
	return v.own != nil
}

// verdict is what is known of a candidate now.
func (c *checker) verdict(x candidate) *verdict {
	all, m := c.class(x.class), c.spread[x]
	v := m.verdict
	if v == nil || v.shape != c.shape || v.grown != all.grown || v.spread != all.came {
		v = &verdict{fields: c.fields(x), shape: c.shape, grown: all.grown, spread: all.came}
		m.verdict = v
	}
	return v
}

// fields is the method view of a candidate: what it accesses of the class, without variables that
// nobody updates under a lock.
func (c *checker) fields(x candidate) []variable {
	var vars []variable
	reach := c.reach(x.fn)
	for _, a := range c.class(x.class).access {
		if reach.has(a.fn) && c.updated[a.v] {
			vars = append(vars, a.v)
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}
