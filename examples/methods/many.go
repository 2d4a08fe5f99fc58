package methods

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/envs"
)

// few is how many lock views of a class, and how many variables of a method view, are compared anew, in a run, each
// time that one of them has grown.
const few = 64

// A crowd is what is kept, in a run, of a class of many lock views. It is what was found of one, until something comes
// to one that has a variable in common with it. All that it depends on has. A class of few has none, nor one over all
// paths. A trace of 1000 blocks, each second one of which conflicts with one of another thread, takes 0.15 s with a
// crowd and 12.6 s without.
type crowd struct {
	vars    map[variable]*column
	methods map[envs.FuncID]*gathered

	asked, anew int // how many lock views were gathered, and how many of them anew
}

// dense reports whether hardly anything that is kept lasts, since most lock views have variables in common. Then
// nothing is looked up any more: a trace of 16,000 lines with random locks and variables takes 6 s, and 46 s otherwise.
func (r *crowd) dense() bool { return r != nil && r.asked > 100*few && r.anew > r.asked/4 }

// A column is a variable of a class, and the lock views that have it.
type column struct {
	place int // among those of the class
	views []*lockView
}

// A gathered is what the lock views of a class have in common with a method view.
type gathered struct {
	*crowd
	fields  []variable // the method view, ascending, never changed
	unknown []variable // that nobody has updated yet
	seen    int        // accesses
	shape   int        // of the book
	parts   []*part    // by place
	reached funcs      // of which the blocks are that are looked at
	made    int        // when
}

// A sought is what was found of what a block comes between.
type sought struct {
	own, also *part
	weight    int
	parted    int // when what it has in common with the method view was found
	made      int // when this was, if ever
}

// of is what is gathered for a method, if anything is.
func (r *crowd) of(fn envs.FuncID) *gathered {
	if r == nil {
		return nil
	}
	return r.methods[fn]
}

// enter enters a lock view by the variables of the facts that it did not have.
func (r *crowd) enter(v *lockView, old, facts []fact) {
	for _, f := range facts {
		if _, known := slices.BinarySearch(old, f); known {
			continue
		}
		c := r.vars[f.variable()]
		if c == nil {
			c = &column{place: len(r.vars)}
			r.vars[f.variable()] = c
		}
		c.views = append(c.views, v)
	}
}

// last is the last place of a variable of a lock view.
func (r *crowd) last(v *lockView) (place int) {
	for _, f := range v.facts {
		place = max(place, r.vars[f.variable()].place)
	}
	return place
}

// touch notes that something came to one of many lock views.
func (b *book) touch(v *lockView) {
	b.clock++
	for _, f := range v.facts {
		for int(f.variable()) >= len(b.touched) {
			b.touched = append(b.touched, 0)
		}
		b.touched[f.variable()] = b.clock
	}
}

// since reports whether something has come to a lock view, or to one with which it has a variable in common.
func (b *book) since(v *lockView, when int) bool {
	for _, f := range v.facts {
		if w := int(f.variable()); w < len(b.touched) && b.touched[w] > when {
			return true
		}
	}
	return false
}

// gather finds what the lock views of a class, in the order of their places, have in common with a method view. Those
// to which nothing came are as they were.
func (c *checker) gather(m *met, fields []variable) *gathered {
	all := m.of
	c.order(all)
	if all.crowd == nil {
		all.crowd = &crowd{vars: map[variable]*column{}, methods: map[envs.FuncID]*gathered{}}
		for _, v := range all.views {
			all.crowd.enter(v, nil, v.facts)
		}
	}
	g := all.crowd.of(m.fn)
	if g == nil {
		g = &gathered{crowd: all.crowd, shape: c.shape}
		all.crowd.methods[m.fn] = g
		c.growing(m, g)
	}
	if g.made == c.clock && len(g.parts) == len(all.views) {
		return g
	}
	old := g.parts
	g.parts = make([]*part, len(all.views))
	for i, v := range all.views {
		known := len(old) > 0 && old[0].lockView == v
		if known {
			g.parts[i], old = old[0], old[1:]
		}
		if !known || c.since(v, g.parts[i].sought.parted) {
			g.parts[i] = common(v, fields, g.crowd)
			g.parts[i].sought = &sought{parted: c.clock}
			g.anew++
		}
	}
	g.made, g.asked = c.clock, g.asked+len(g.parts)
	return g
}

// growing is the method view of a candidate for which something is gathered. Only what came since it was asked is
// looked at.
func (c *checker) growing(m *met, g *gathered) []variable {
	if g.shape != c.shape {
		*g = gathered{crowd: g.crowd, shape: c.shape}
	}
	reach, asked := c.reach(m.fn), g.unknown
	g.unknown = nil
	for _, a := range m.of.access[g.seen:] {
		if reach.has(a.fn) {
			asked = append(asked, a.v)
		}
	}
	g.seen = len(m.of.access)
	var more []variable
	for _, v := range asked {
		if c.updated[v] {
			more = append(more, v)
		} else {
			g.unknown = append(g.unknown, v)
		}
	}
	if len(more) == 0 {
		return g.fields
	}
	for _, v := range more {
		if w := g.vars[v]; w != nil && g.parts != nil {
			for _, of := range w.views { // what it has in common with the method has grown
				c.touch(of)
			}
		}
	}
	g.fields = slices.Concat(g.fields, more)
	slices.Sort(g.fields)
	g.fields = slices.Compact(g.fields)
	return g.fields
}

// listing is how many blocks are asked whether they are in conflict with another one, in the time in which one is
// listed.
const listing = 8

// listed is how many blocks near lists, some of them several times.
func (g *gathered) listed(q *part) (n int) {
	for _, f := range q.facts {
		n += len(g.vars[f.variable()].views)
	}
	return n
}

// near are the blocks of the method that are in conflict with another one.
func (g *gathered) near(q *part) (near []*part) {
	for _, f := range q.facts {
		for _, v := range g.vars[f.variable()].views {
			if p := g.parts[v.place]; g.reached.has(v.block.From.Func()) && conflict(p, q) {
				near = append(near, p)
			}
		}
	}
	slices.SortFunc(near, func(p, q *part) int { return cmp.Compare(p.place, q.place) })
	return slices.Compact(near)
}

// remembered is between, with what was found before if nothing came since to what that depends on. Which blocks follow
// which may change with what comes to others.
func (s *scope) remembered(q *part, own []*part, v *verdict, overlaps func(*part) bool) {
	r := q.sought
	if r.made == 0 || s.since(q.lockView, r.made) {
		var w verdict
		s.between(q, own, own, &w, overlaps)
		r.own, r.also, r.weight, r.made = w.own, w.also, w.weight, s.clock
	}
	if r.own == nil {
		return
	}
	v.interfering = append(v.interfering, q)
	if v.yields(r.weight, r.own) {
		v.own, v.other, v.also, v.weight = r.own, q, r.also, r.weight
	}
}
