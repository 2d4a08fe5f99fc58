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
	exact        *verdict   // the same, if it is known which block may follow which
	beside       funcs      // of whose blocks it is, if not of all
	among        funcs      // of whose blocks one is to be among the two, if not of all
	shape, grown int        // of the book and the class, when it was found out
	spread       int        // of the class
	told         bool       // that there are these reports
	reports      []envs.Report
}

// judge notes that a method is a candidate, and reports it if it is inconsistent.
func (c *checker) judge(env envs.Env, fn envs.FuncID, k class) {
	x := candidate{fn, k}
	m := c.spread[x]
	if m == nil {
		m = &met{candidate: x, of: c.class(k)}
		c.spread[x], c.grew = m, true
		m.of.spread = append(m.of.spread, m)
		m.of.came++
	}
	m.last = c.passes
	if !c.ask.Judges() || c.grew && !c.ask.Gathers() {
		return // it will be asked again when all is known
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
	if !c.inconsistent(env, x, v) {
		return nil
	}
	below := 0
	if !c.Callers {
		below = c.below(env, x, v)
	}
	if below == lost || below > 0 && v.weight <= below {
		return nil
	}
	w := c.exact(env, x, v)
	if below > 0 && w.weight > below {
		w = &verdict{fields: v.fields, beside: c.beside(env, x)}
		c.chain(env, x, w, true)
	}
	if below > 0 && w.weight <= below || !c.Callers && !c.Plain && c.through(env, x, w) {
		return nil
	}
	v.reports = []envs.Report{c.report(env, x, w)}
	return v.reports
}

// beside is a method and all that it leads to beside what is below it and inconsistent in the same class.
func (c *checker) beside(env envs.Env, x candidate) funcs {
	return c.by(x.fn, func(to *call) bool {
		y := candidate{to.callee, x.class}
		return c.spread[y] == nil || c.reaches(to.callee, x.fn) || !c.inconsistent(env, y, c.verdict(y))
	})
}

// below is how much it matters most what is inconsistent in the same class in what a method calls, 0 if nothing is.
// Nothing that is as bad need be looked for above. In plain form it is lost if anything is in the same variables. What
// calls the method as well is not below it.
func (c *checker) below(env envs.Env, x candidate, v *verdict) (most int) {
	reach := c.reach(x.fn)
	for _, m := range c.class(x.class).spread {
		if m.fn == x.fn || !reach.has(m.fn) || c.reaches(m.fn, x.fn) {
			continue
		}
		w := c.known(m)
		if c.Plain && !slices.Equal(w.fields, v.fields) || !c.inconsistent(env, m.candidate, w) {
			continue
		}
		if c.Plain {
			return lost
		}
		if w.weight > most {
			most = max(most, c.exact(env, m.candidate, w).weight)
		}
		if most == lost {
			break
		}
	}
	return most
}

// through reports whether a method comes to any two blocks with which it matters most only through others that it
// calls, which call it, and which are to blame. Of all that come to two blocks the one with the shortest way to one
// of them does not.
func (c *checker) through(env envs.Env, x candidate, v *verdict) bool {
	blamed := false
	apart := c.by(x.fn, func(to *call) bool {
		y := candidate{to.callee, x.class}
		if c.spread[y] == nil || !c.reaches(to.callee, x.fn) {
			return true
		}
		w := c.verdict(y)
		blames := c.inconsistent(env, y, w) && c.exact(env, y, w).weight >= v.weight
		blamed = blamed || blames
		return !blames
	})
	if !blamed {
		return false
	}
	w := &verdict{fields: v.fields, beside: v.beside, among: apart}
	c.chain(env, x, w, true)
	return w.weight < v.weight
}

// exact is a verdict that knows which block may follow which.
func (c *checker) exact(env envs.Env, x candidate, v *verdict) *verdict {
	if v.weight != lost {
		return v
	}
	if v.exact == nil {
		v.exact = &verdict{fields: v.fields}
		c.chain(env, x, v.exact, true)
	}
	return v.exact
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
func (c *checker) verdict(x candidate) *verdict { return c.known(c.spread[x]) }

// known is what is known of a candidate that was met.
func (c *checker) known(m *met) *verdict {
	v, all := m.verdict, m.of
	if v == nil || v.shape != c.shape || v.grown != all.grown || v.spread != all.came {
		v = &verdict{fields: c.fields(m), shape: c.shape, grown: all.grown, spread: all.came}
		m.verdict = v
	}
	return v
}

// fields is the method view of a candidate: what it accesses of the class, without variables that
// nobody updates under a lock.
func (c *checker) fields(m *met) []variable {
	if g := m.of.crowd.of(m.fn); g != nil {
		return c.growing(m, g)
	}
	var vars []variable
	reach := c.reach(m.fn)
	for _, a := range m.of.access {
		if reach.has(a.fn) && c.updated[a.v] {
			vars = append(vars, a.v)
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}
