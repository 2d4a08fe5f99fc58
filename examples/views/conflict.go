package views

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A conflict is a block, the whole, of which other threads take parts that are in no chain.
type conflict struct {
	places      int    // at which the block ends, with each of its contents
	whole, a, b *place // an example
	// overlap of a and b in the example, and all that are taken apart.
	overlaps [2]view.View[envs.Variable]
	split    []view.View[envs.Variable]
	together view.View[envs.Variable] // the variables in split
}

// judge looks at the new moments of a place: what is taken apart by others, and what is
// part of what others take together.
func (c *checker) judge(env envs.Env, p *place) {
	for _, m := range p.moments[p.judged:] {
		for _, g := range p.partOf {
			if g.whole.gone {
				continue
			}
			for _, r := range g.apart {
				if c.wide(env, g, r) {
					c.asPart(env, p, m, g, r.to)
				}
			}
		}
		for i, g := range p.groups {
			for _, r := range g.apart {
				if c.wide(env, g, r) && !slices.Contains(p.groups[:i], r.to) {
					c.asWhole(env, p, m, g, r.to)
				}
			}
		}
	}
	p.judged = len(p.moments)
}

// wide reports whether blocks in two groups may be told to be apart: if what is written of
// their overlaps is enough to be reported, and is in no chain either.
func (c *checker) wide(env envs.Env, g *group, r *rift) bool {
	if now := 1 + g.news + r.to.news; r.seen != now {
		r.seen = now
		r.wide = c.apart(env, part{&place{}, g}, part{&place{}, r.to}) && c.written(g.overlap.Union(r.to.overlap)).Len() >= c.Least
	}
	return r.wide
}

// asPart looks at a moment of p beside the blocks of the same thread in h, and those in
// which another thread takes both together.
func (c *checker) asPart(env envs.Env, p *place, m moment, g, h *group) {
	var last *place
	apart := false
	for q, n := range h.each() {
		if !env.MayBeThread(n.thread, m.thread) {
			continue
		}
		if q != last {
			last, apart = q, c.apart(env, part{p, g}, part{q, h})
		}
		if !apart {
			continue
		}
		for _, whole := range g.whole.places {
			for _, w := range whole.moments {
				if env.MayOverlap(w.segment, m.segment) || env.MayOverlap(w.segment, n.segment) {
					c.found(whole, part{p, g}, part{q, h})
					break
				}
			}
		}
	}
}

// asWhole looks at a moment of p beside blocks of another thread in g and h.
func (c *checker) asWhole(env envs.Env, p *place, m moment, g, h *group) {
	for a, k := range g.each() {
		overlaps := env.MayOverlap(m.segment, k.segment)
		for b, n := range h.each() {
			if env.MayBeThread(k.thread, n.thread) && (overlaps || env.MayOverlap(m.segment, n.segment)) && c.apart(env, part{a, g}, part{b, h}) {
				c.found(p, part{a, g}, part{b, h})
			}
		}
	}
}

// each yields the moments of a group.
func (g *group) each() func(yield func(*place, moment) bool) {
	return func(yield func(*place, moment) bool) {
		for _, x := range g.members {
			if x.gone {
				continue
			}
			for _, p := range x.places {
				for _, m := range p.moments {
					if !yield(p, m) {
						return
					}
				}
			}
		}
	}
}

// A part is a place, and what it has in common with a whole.
type part struct {
	*place
	of *group
}

// apart reports whether each of two parts has something written that the other one lacks:
// they are not in a chain. The same field of another object is nothing else, as blocks differ
// by it that do the same, unless elements count.
func (c *checker) apart(env envs.Env, a, b part) bool {
	lacks := func(a, b part) bool {
		for v := range a.of.overlap.All() {
			if b.of.overlap.Has(v) || !c.writes[v] {
				continue
			}
			if name := env.VariableName(v); c.Elements || !b.of.named(env)[name] && !b.may[name] {
				return true
			}
		}
		return false
	}
	return lacks(a, b) && lacks(b, a)
}

// found adds an example to the conflict of a whole.
func (c *checker) found(whole *place, a, b part) {
	x := whole.split
	if x.whole == nil {
		x.whole, x.a, x.b, x.overlaps = whole, a.place, b.place, [...]view.View[envs.Variable]{a.of.overlap, b.of.overlap}
	}
	for _, o := range [...]view.View[envs.Variable]{a.of.overlap, b.of.overlap} {
		i, known := slices.BinarySearchFunc(x.split, o, view.View[envs.Variable].Compare)
		if !known {
			x.split, x.together, c.more = slices.Insert(x.split, i, o), x.together.Union(o), true
		}
	}
	for _, p := range [...]*place{whole, a.place, b.place} {
		if !slices.Contains(p.conflicts, x) {
			p.conflicts, c.more = append(p.conflicts, x), true
		}
	}
}
