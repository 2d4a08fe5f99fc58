package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// A verdict is what is known of a candidate.
type verdict struct {
	fields       []variable // of the method view, without those that are only read
	own, other   *part      // which form no chain; nil if the method is consistent
	also         *part      // another one of the method, with which that matters most
	weight       int        // how much it matters
	interfering  []*part    // all that form no chain with another one
	shape, grown int        // of the book and the class, when it was found out
	inOrder      bool       // it was looked at which blocks follow which
}

// judge notes that a method is a candidate, and reports it if it is inconsistent.
func (c *checker) judge(env envs.Env, fn envs.FuncID, k class) {
	x := candidate{fn, k}
	if _, known := c.spread[x]; !known {
		c.grew = true
		all := c.class(k)
		all.spread = append(all.spread, fn)
	}
	c.spread[x] = c.passes
	if c.grew && env.MayRepeat() {
		return // it will be asked again when more is known
	}
	if v := c.verdict(env, x); v.own != nil && (c.Callers || c.lowest(env, x, v)) {
		if v.weight == lost && !v.inOrder {
			w := &verdict{fields: v.fields, shape: v.shape, grown: v.grown, inOrder: true}
			c.chain(env, x, w, true)
			c.judged[x], v = w, w
		}
		env.Report(c.report(env, x, v))
	}
}

// lowest reports whether nothing that an inconsistent method calls is inconsistent in the same class;
// in plain form, in the same variables of it.
func (c *checker) lowest(env envs.Env, x candidate, v *verdict) bool {
	for _, callee := range c.class(x.class).spread {
		if callee != x.fn && c.reaches(x.fn, callee) && !c.reaches(callee, x.fn) {
			if w := c.verdict(env, candidate{callee, x.class}); w.own != nil && (!c.Plain || slices.Equal(w.fields, v.fields)) {
				return false
			}
		}
	}
	return true
}

// verdict is what is known of a candidate now.
func (c *checker) verdict(env envs.Env, x candidate) *verdict {
	all := c.class(x.class)
	v := c.judged[x]
	if v == nil || v.shape != c.shape || v.grown != all.grown {
		v = &verdict{fields: c.fields(x), shape: c.shape, grown: all.grown}
		c.judged[x] = v
		c.chain(env, x, v, false)
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
