package methods

import (
	"cmp"
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
}

// A part is what a lock view has in common with a method view: for each variable one fact,
// ascending.
type part struct {
	*lockView
	facts []fact
}

// judge notes that a method is a candidate, and reports it if it is inconsistent.
func (c *checker) judge(env envs.Env, fn envs.FuncID, k class) {
	x := candidate{fn, k}
	if !c.spread[x] {
		c.spread[x], c.grew = true, true
		all := c.class(k)
		all.spread = append(all.spread, fn)
	}
	if c.grew && env.MayRepeat() {
		return // it will be asked again when more is known
	}
	if v := c.verdict(env, x); v.own != nil && (c.Callers || c.lowest(env, x, v)) {
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
		c.chain(env, x, all, v)
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

// common is what a lock view has in common with a method view.
func common(v *lockView, fields []variable) *part {
	p := &part{lockView: v}
	for _, f := range v.facts {
		if _, ok := slices.BinarySearch(fields, f.variable()); !ok {
			continue
		}
		if n := len(p.facts); n > 0 && p.facts[n-1].variable() == f.variable() {
			p.facts[n-1] = f // an update, which stands for the read as well
		} else {
			p.facts = append(p.facts, f)
		}
	}
	return p
}

// chained reports whether one of two parts has all of the other.
func chained(p, q *part) bool {
	return !slices.ContainsFunc(p.facts, func(f fact) bool { return !q.has(f) }) ||
		!slices.ContainsFunc(q.facts, func(f fact) bool { return !p.has(f) })
}

// chain looks for two lock views that overlap with the method view, form no chain with respect to
// it, and of which one may come from a concurrent thread. Unless the form is plain, one of them is
// of the method itself, and the other one is in conflict with two of its blocks, so that it cannot
// be taken for one that comes before both or after both.
func (c *checker) chain(env envs.Env, x candidate, all *classViews, v *verdict) {
	var own, others []*part
	for _, w := range all.views {
		if p := common(w, v.fields); len(p.facts) > 0 {
			others = append(others, p)
			if c.reaches(x.fn, w.block.From.Func()) {
				own = append(own, p)
			}
		}
	}
	first := own
	if c.Plain {
		first = others
	}
	concurrent := func(p *part) bool {
		return slices.ContainsFunc(own, func(o *part) bool { return c.mayOverlap(env, o.lockView, p.lockView) })
	}
	s := &scope{book: c.book, fn: x.fn, outside: map[envs.Point]funcs{}}
	for _, p := range first {
		for _, q := range others {
			if chained(p, q) {
				continue
			}
			also, weight := s.between(p, q, own)
			if c.Plain && !concurrent(p) && !concurrent(q) || !c.Plain && (weight == 0 || !c.mayOverlap(env, p.lockView, q.lockView)) {
				continue
			}
			v.interfering = append(v.interfering, q)
			if v.own == nil || weight > v.weight {
				v.own, v.other, v.also, v.weight = p, q, also, weight
			}
		}
	}
	slices.SortFunc(v.interfering, func(p, q *part) int {
		return cmp.Or(p.block.From.Compare(q.block.From), cmp.Compare(p.id, q.id))
	})
	v.interfering = slices.Compact(v.interfering)
}

// How much speaks for a defect.
const (
	changed = 1 + iota // what is accessed twice may be changed meanwhile
	torn               // variables that are updated together are accessed in two blocks
	lost               // what was read in one block is updated in another one
)

// between finds, among the blocks of a method, another one beside p, with which it matters most that
// q comes between the two; the weight is 0 if there is none.
func (s *scope) between(p, q *part, own []*part) (also *part, weight int) {
	if !conflict(p, q) {
		return nil, 0
	}
	for _, o := range own {
		if o.block.From == p.block.From || s.within(o, p) || s.within(p, o) || !conflict(o, q) {
			continue
		}
		w := changed
		for _, f := range q.facts {
			v := f.variable()
			switch {
			case !f.updates():
			case p.has(reads(v)) && o.has(f):
				w = lost
			case w == changed && p.accesses(v) && !o.accesses(v):
				w = torn // since o is in conflict with q for another one
			}
		}
		if w > weight {
			also, weight = o, w
		}
	}
	return also, weight
}

// conflict reports whether the order of two blocks matters.
func conflict(p, q *part) bool {
	return slices.ContainsFunc(q.facts, func(f fact) bool {
		return p.has(updates(f.variable())) || f.updates() && p.has(reads(f.variable()))
	})
}

// A scope is a method with all that it calls.
type scope struct {
	*book
	fn      envs.FuncID
	outside map[envs.Point]funcs // what is called outside the blocks of a place
}

// within reports whether a block is always part of another one, or of one of the same lock, which is
// looked at in its place.
func (s *scope) within(p, o *part) bool {
	taken := o.block.Taken
	if slices.Contains(p.inside, taken) || o.lock != p.lock && slices.Contains(p.held, o.lock) {
		return true
	}
	outside, known := s.outside[taken]
	if !known {
		outside = s.book.outside(s.fn, taken)
		s.outside[taken] = outside
	}
	return !outside.has(p.block.From.Func())
}

func (p *part) has(f fact) bool {
	_, ok := slices.BinarySearch(p.facts, f)
	return ok
}

func (p *part) accesses(v variable) bool { return p.has(reads(v)) || p.has(updates(v)) }
