package methods

import (
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// In a run most of what comes to a class changes nothing about a method. The method has been found inconsistent already, in
// a way than which none is worse. So a method that is looked at again is asked only about the lock views that grew since.
// All views are compared only if one that grew may come before what was found.

// A log has which lock views of a class grew, oldest first. Of a long one only the newest part is kept.
type log struct {
	gone    int // how many were dropped
	entries []growth
}

// A growth says of a lock view that it was met at another moment, or that there is more or other to know of it.
type growth struct {
	*lockView
	more bool
}

func (l *log) add(g growth, views int) {
	if l.entries = append(l.entries, g); len(l.entries) > 4*views+64 {
		n := len(l.entries) / 2
		l.gone, l.entries = l.gone+n, slices.Clone(l.entries[n:])
	}
}

func (l *log) end() int { return l.gone + len(l.entries) }

// since is what was added from a place on, if that is known.
func (l *log) since(n int) (_ []growth, known bool) {
	if n < l.gone || n > l.end() { // or it was reset
		return nil, false
	}
	return l.entries[n-l.gone:], true
}

// reset notes that something was taken from a class.
func (all *classViews) reset() {
	all.grown++
	all.resets++
	all.log, all.having, all.update, all.first = log{}, nil, nil, envs.Point{}
	for _, v := range all.views {
		all.enter(v)
	}
}

// enter enters a lock view by the variables that it has.
func (all *classViews) enter(v *lockView) {
	if all.having == nil {
		all.having, all.how = map[variable][]*lockView{}, map[variable]uint8{}
	}
	if all.first.IsZero() || v.block.From.Compare(all.first) < 0 {
		all.first = v.block.From
	}
	for i, f := range v.facts {
		of := f.variable()
		if !f.updates() && i+1 < len(v.facts) && v.facts[i+1].variable() == of {
			continue // and updated
		}
		how := all.how[of] | onlyRead
		if f.updates() {
			how = all.how[of] | updated
		}
		all.how[of] = how
		all.apart = all.apart || how == onlyRead|updated
		all.several = all.several || f.updates() && (of != v.facts[0].variable() || of != v.facts[len(v.facts)-1].variable())
		list := all.having[of]
		i, _ := slices.BinarySearchFunc(list, v, func(w, v *lockView) int { return w.block.From.Compare(v.block.From) })
		known := false
		for j := i; j < len(list) && list[j].block.From == v.block.From; j++ {
			known = known || list[j] == v
		}
		if !known {
			all.having[of] = slices.Insert(list, i, v)
		}
	}
}

// How lock views access a variable.
const (
	onlyRead = 1 << iota
	updated
)

// worst is how much it may matter at most that anything comes between two blocks.
func (all *classViews) worst() int {
	switch {
	case all.apart:
		return lost
	case all.several:
		return torn
	}
	return changed
}

// carried is what was found of a method when it was looked at last, and what of the class was known then.
type carried struct {
	known         bool
	v             verdict
	shape, resets int
	seen, fields  int // how much of the log, and of the method view
	outside       map[route]bool
}

// look finds out what chain finds, from what was found last if nothing that came since matters.
func (c *checker) look(env envs.Env, x candidate, v *verdict, inOrder bool) {
	m := c.spread[x]
	k := &m.base[0]
	if inOrder {
		k = &m.base[1]
	}
	all := m.of
	if c.Plain || c.Exposed || c.Ways || !env.MustBeInOrder() {
		c.chain(env, x, v, inOrder)
		return
	}
	grown, known := all.log.since(k.seen)
	if !k.known || !known || k.shape != c.shape || k.resets != all.resets {
		*k = carried{known: true, shape: c.shape, resets: all.resets, outside: map[route]bool{}}
		grown = make([]growth, len(all.views))
		for i, w := range all.views {
			grown[i] = growth{w, true}
		}
	} else if len(m.view.order) > k.fields {
		grown = slices.Clone(grown)
		for _, f := range m.view.order[k.fields:] {
			for _, w := range all.having[f] {
				grown = append(grown, growth{w, true})
			}
		}
	}
	if c.matter(env, m, k, grown) {
		c.chain(env, x, v, inOrder)
		k.v = verdict{own: v.own, other: v.other, also: v.also, weight: v.weight, interfering: v.interfering}
	} else {
		v.own, v.other, v.also, v.weight, v.interfering = k.v.own, k.v.other, k.v.also, k.v.weight, k.v.interfering
	}
	k.seen, k.fields = all.log.end(), len(m.view.order)
}

// matter reports whether something that has grown may change what is found of a method, or what is told of that.
func (c *checker) matter(env envs.Env, m *met, k *carried, grown []growth) bool {
	if k.v.own == nil && (!m.of.mixed || m.of.worst() == changed) {
		return false // one thread is not concurrent to itself, and where no two views differ that much, all are chains
	}
	l := &newer{
		checker: c, env: env, found: &k.v, all: m.of, fields: m.view.has, reached: c.reach(m.fn),
		scope: &scope{book: c.book, fn: m.fn, outside: k.outside}, parts: map[*lockView]sparse{},
	}
	l.steps = 1000 + 64*len(m.of.views) + 8*len(grown)
	l.open = k.v.interfering
	if len(l.open) > maxInterfering+1 {
		l.open = l.open[:maxInterfering+1]
	}
	asked := map[growth]bool{}
	for _, g := range grown {
		if len(grown) > 1 {
			if asked[g] || asked[growth{g.lockView, true}] {
				continue
			}
			asked[g] = true
		}
		if l.matters(g) || l.steps < 0 {
			return true
		}
	}
	return false
}

// newer asks what a lock view that has grown changes.
type newer struct {
	*checker
	scope   *scope
	env     envs.Env
	found   *verdict
	open    []*part // of those that interfere, those that are told of, and one more
	all     *classViews
	fields  map[variable]bool
	reached funcs
	parts   map[*lockView]sparse
	steps   int // how many more are taken before all views are compared
}

// sparse are the facts of a part: one for each variable, ascending.
type sparse []fact

func (l *newer) part(v *lockView) sparse {
	p, known := l.parts[v]
	if !known {
		for _, f := range v.facts {
			if n := len(p); !l.fields[f.variable()] {
				continue
			} else if n > 0 && p[n-1].variable() == f.variable() {
				p[n-1] = f
			} else {
				p = append(p, f)
			}
		}
		l.parts[v] = p
	}
	return p
}

// told reports whether what is found or told has a lock view.
func (l *newer) told(v *lockView) bool {
	f := l.found
	return f.own != nil && (f.own.lockView == v || f.other.lockView == v || f.also != nil && f.also.lockView == v) || l.interferes(v)
}

func (l *newer) interferes(v *lockView) bool {
	return slices.ContainsFunc(l.open, func(p *part) bool { return p.lockView == v })
}

// late reports whether it does not matter whether a lock view interferes: others that come before it are told of.
func (l *newer) late(q *lockView) bool {
	return l.interferes(q) || len(l.open) > maxInterfering && l.open[maxInterfering].block.From.Compare(q.block.From) < 0
}

// early reports whether two lock views, if it matters so much that q comes between p and another one, come before what
// is found.
func (l *newer) early(p, q *lockView, weight int) bool {
	f := l.found
	if f.own == nil || weight > f.weight {
		return true
	}
	if weight < f.weight {
		return false
	}
	if p == f.own.lockView {
		return q != f.other.lockView && q.block.From.Compare(f.other.block.From) <= 0
	}
	return p.block.From.Compare(f.own.block.From) <= 0
}

func (l *newer) own(v *lockView) bool { return l.reached.has(v.block.From.Func()) }

// matters reports whether anything with a lock view that has grown may come before what is found, or is to be told of.
func (l *newer) matters(g growth) bool {
	v := g.lockView
	if g.more && l.told(v) {
		return true
	}
	if len(l.part(v)) == 0 {
		return false
	}
	own, f, worst := l.own(v), l.found, l.all.worst()
	// Of what matters no more than what is found, only what begins before that comes before it.
	var until, others envs.Point
	if f.own != nil && worst <= f.weight {
		until = f.own.block.From
		if others = f.other.block.From; len(l.open) <= maxInterfering {
			others = envs.Point{}
		} else if last := l.open[maxInterfering].block.From; others.Compare(last) < 0 {
			others = last
		}
	}
	first := envs.Point{}
	if l.late(v) {
		first = until
	}
	for p := range l.near(v, first) {
		if l.own(p) && l.between(p, v, worst) {
			return true
		}
	}
	if !own {
		return false
	}
	first = envs.Point{}
	if until.Compare(v.block.From) < 0 {
		first = others
	}
	for q := range l.near(v, first) {
		if l.between(v, q, worst) {
			return true
		}
	}
	if !g.more {
		return false
	}
	first = envs.Point{}
	if until == l.all.first {
		first = others
	}
	for q := range l.near(v, first) { // v is another one beside which q comes
		first := envs.Point{}
		if l.late(q) {
			first = until
		}
		for p := range l.near(q, first) {
			if !l.own(p) || !l.may(p, q, worst) {
				continue
			}
			if w := l.weigh(p, q, v); w > 0 && (!l.late(q) || l.early(p, q, w) || l.also(p, q, v, w)) {
				return true
			}
		}
	}
	return false
}

// also reports whether v takes the place of the other block of the method in what is found.
func (l *newer) also(p, q, v *lockView, w int) bool {
	f := l.found
	return f.own != nil && f.own.lockView == p && f.other.lockView == q && (w > f.weight || w == f.weight && v.block.From.Compare(f.also.block.From) <= 0)
}

// near yields the lock views that have something in common with one, itself as well, and some several times: those that
// begin no later than a place, if that is not zero.
func (l *newer) near(v *lockView, until envs.Point) func(func(*lockView) bool) {
	return func(yield func(*lockView) bool) {
		for _, f := range l.part(v) {
			for _, w := range l.all.having[f.variable()] {
				if !until.IsZero() && until.Compare(w.block.From) < 0 {
					break
				}
				if l.steps--; l.steps < 0 || !yield(w) {
					return
				}
			}
		}
	}
}

// may reports whether two lock views can change what is found.
func (l *newer) may(p, q *lockView, worst int) bool {
	if p == q || l.late(q) && !l.early(p, q, worst) && !l.also(p, q, q, lost+1) {
		return false
	}
	x, y := l.part(p), l.part(q)
	return x.conflicts(y) && !x.chained(y) && l.checker.mayOverlap(l.env, p, q)
}

// between reports whether it may change what is found that q comes between p and some block of the method.
func (l *newer) between(p, q *lockView, worst int) bool {
	if !l.may(p, q, worst) {
		return false
	}
	for o := range l.near(q, envs.Point{}) {
		if w := l.weigh(p, q, o); l.own(o) && w > 0 && (!l.late(q) || l.early(p, q, w)) {
			return true
		}
	}
	return false
}

// weigh says how much it matters at most that q comes between p and o, 0 if not at all.
func (l *newer) weigh(p, q, o *lockView) int {
	x, y, z := l.part(p), l.part(q), l.part(o)
	if o.block.From == p.block.From || !z.conflicts(y) || l.scope.within(&part{lockView: o}, &part{lockView: p}) || l.scope.within(&part{lockView: p}, &part{lockView: o}) {
		return 0
	}
	w := changed
	for _, f := range y {
		if !f.updates() {
			continue
		}
		a, in := x.of(f.variable())
		b, also := z.of(f.variable())
		switch {
		case in && also && !a.updates() && b.updates():
			return lost
		case in && !also:
			w = torn
		}
	}
	return w
}

func (s sparse) of(v variable) (fact, bool) {
	i, _ := slices.BinarySearchFunc(s, v, func(f fact, v variable) int { return int(f.variable() - v) })
	if i < len(s) && s[i].variable() == v {
		return s[i], true
	}
	return 0, false
}

// conflicts is conflict.
func (s sparse) conflicts(o sparse) bool {
	if len(s) > len(o) {
		s, o = o, s
	}
	for _, f := range s {
		if g, in := o.of(f.variable()); in && (f.updates() || g.updates()) {
			return true
		}
	}
	return false
}

// chained is chained.
func (s sparse) chained(o sparse) bool {
	if len(s) > len(o) {
		s, o = o, s
	}
	for _, f := range s {
		if g, in := o.of(f.variable()); !in || g != f {
			return false
		}
	}
	return true
}
