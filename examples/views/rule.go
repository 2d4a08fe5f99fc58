package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

type (
	book  = blocks.Book[envs.Variable, spot, parts]
	place = blocks.Place[envs.Variable, spot, parts]
	share = blocks.Share[envs.Variable, spot, parts]
)

// A spot is what is known of a place: what else might have been accessed there, and what
// is to be reported.
type spot struct {
	may       map[string]bool
	split     *conflict   // of which its block is the whole
	conflicts []*conflict // of which it is the whole or a part
	verdict
}

// parts are the rifts of a share.
type parts struct{ apart []*rift }

// A rift is between two shares of one whole that are in no chain.
type rift struct {
	to   *share
	seen int  // how often the whole was renewed when wide was decided, and 1
	wide bool // see checker.wide
}

// A conflict is a block, the whole, of which other threads take parts that are in no chain.
type conflict struct {
	places      int    // at which the block ends, with each of its contents
	changes     int    // how often it was changed; it never falls, and tells verdicts apart
	whole, a, b *place // an example
	// overlap of a and b in the example, and all that are taken apart.
	overlaps [2]view.View[envs.Variable]
	split    []view.View[envs.Variable]
	together view.View[envs.Variable] // the variables in split
}

// came begins what is known of a new place.
func (c *checker) came(env envs.Env, p *place) {
	x := c.splits[p.Block]
	if x == nil {
		x = &conflict{}
		c.splits[p.Block] = x
	}
	x.places++
	p.Of.split = x
	if c.Conditional {
		p.Of.may = c.reach.Since(env, p.From)
	}
}

// gone forgets what is known of a place. What is no more is not told of again.
func (c *checker) gone(p *place) {
	for _, x := range p.Of.conflicts {
		*x = conflict{places: x.places, changes: x.changes + 1}
	}
	if p.Of.split.places--; p.Of.split.places == 0 {
		delete(c.splits, p.Block)
	}
}

// split finds the rifts of a new share.
func (c *checker) split(s *share) {
	for _, o := range s.Whole.Shares {
		if !o.Facts.SubsetOf(s.Facts) && !s.Facts.SubsetOf(o.Facts) {
			s.Of.apart, o.Of.apart = append(s.Of.apart, &rift{to: o}), append(o.Of.apart, &rift{to: s})
		}
	}
}

// seen looks at what is new at a place, and reports the conflicts that it has part in: blocks that
// it takes apart with others, and those that take it apart.
func (c *checker) seen(env envs.Env, p *place) {
	for _, m := range p.News() {
		for _, s := range p.PartOf {
			for _, r := range s.Of.apart {
				if c.wide(env, s, r) {
					c.asPart(env, p, m, s, r.to)
				}
			}
		}
		for i, s := range p.Shares {
			for _, r := range s.Of.apart {
				if c.wide(env, s, r) && !slices.Contains(p.Shares[:i], r.to) {
					c.asWhole(env, p, m, s, r.to)
				}
			}
		}
	}
	for _, r := range c.verdictOf(env, p) {
		env.Report(r)
	}
}

// wide reports whether blocks with two shares may be told to be apart: if what is written of
// these is enough to be reported, and is in no chain either.
func (c *checker) wide(env envs.Env, s *share, r *rift) bool {
	if now := 1 + s.Whole.Renewed; r.seen != now {
		r.seen = now
		r.wide = c.apart(env, part{&place{}, s}, part{&place{}, r.to}) && c.written(s.Facts.Union(r.to.Facts)).Len() >= c.Least
	}
	return r.wide && s.There()
}

// asPart looks at a moment of p beside the blocks of the same thread in t, and those in
// which another thread takes both together.
func (c *checker) asPart(env envs.Env, p *place, m blocks.Moment, s, t *share) {
	for q, n := range t.By(env, m.Thread) {
		if !c.apart(env, part{p, s}, part{q, t}) {
			continue
		}
		for _, whole := range s.Whole.Places {
			for _, w := range whole.Moments {
				if env.MayOverlap(w.Segment, m.Segment) || env.MayOverlap(w.Segment, n.Segment) {
					c.found(whole, part{p, s}, part{q, t})
					break
				}
			}
		}
	}
}

// asWhole looks at a moment of p beside blocks of another thread in s and t.
func (c *checker) asWhole(env envs.Env, p *place, m blocks.Moment, s, t *share) {
	for a, k := range s.All() {
		for b, n := range t.By(env, k.Thread) {
			if (env.MayOverlap(m.Segment, k.Segment) || env.MayOverlap(m.Segment, n.Segment)) && c.apart(env, part{a, s}, part{b, t}) {
				c.found(p, part{a, s}, part{b, t})
			}
		}
	}
}

// A part is a place, and what it has in common with a whole.
type part struct {
	*place
	of *share
}

// apart reports whether each of two parts has something written that the other one lacks:
// they are not in a chain.
func (c *checker) apart(env envs.Env, a, b part) bool {
	return c.lacks(env, a, b) && c.lacks(env, b, a)
}

// lacks reports whether a has something written that b lacks. The same field of another object is
// nothing else, as blocks differ by it that do the same, unless elements count.
func (c *checker) lacks(env envs.Env, a, b part) bool {
	for v := range a.of.Facts.All() {
		if !c.writes[v] || b.of.Facts.Has(v) {
			continue
		}
		if name := env.VariableName(v); c.Elements || !b.Of.may[name] && !named(env, b.of, name) {
			return true
		}
	}
	return false
}

// named reports whether a share has a variable of this name.
func named(env envs.Env, s *share, name string) bool {
	for v := range s.Facts.All() {
		if env.VariableName(v) == name {
			return true
		}
	}
	return false
}

// found adds an example to the conflict of a whole.
func (c *checker) found(whole *place, a, b part) {
	x := whole.Of.split
	overlaps := [...]view.View[envs.Variable]{a.of.Facts, b.of.Facts}
	if x.whole == nil {
		x.whole, x.a, x.b, x.overlaps = whole, a.place, b.place, overlaps
	}
	for _, o := range overlaps {
		i, known := slices.BinarySearchFunc(x.split, o, view.View[envs.Variable].Compare)
		if !known {
			x.split, x.together, c.More = slices.Insert(x.split, i, o), x.together.Union(o), true
			x.changes++
		}
	}
	for _, p := range [...]*place{whole, a.place, b.place} {
		if !slices.Contains(p.Of.conflicts, x) {
			p.Of.conflicts, c.More = append(p.Of.conflicts, x), true
		}
	}
}
