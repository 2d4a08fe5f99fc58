package blocks

import (
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice"
)

// A Tear is what Torn is told of: a whole that one thread has in a block, and two parts of it that
// another thread has in blocks of its own. One of these may be executed at the same time as the
// whole, so that the whole comes between them, or they come between what it does.
type Tear[F lattice.Integer, P any] struct {
	Whole *Place[F, P]
	Parts [2]Part[F, P]
}

// A Part is a place, and what it has in common with a whole.
type Part[F lattice.Integer, P any] struct {
	*Place[F, P]
	Common view.View[F]
}

// A rift is between two shares of one whole of which neither has all of the other: they are in no
// chain.
type rift[F lattice.Integer, P any] struct {
	shares [2]*Share[F, P] // in the order in which they came
	asked  int             // how often the whole was renewed when wide was asked for, and 1
	wide   bool            // see Book.Wide
}

// split finds the rifts of a new share.
func (s *Share[F, P]) split() {
	for _, o := range s.Whole.Shares {
		if !o.Facts.SubsetOf(s.Facts) && !s.Facts.SubsetOf(o.Facts) {
			r := &rift[F, P]{shares: [2]*Share[F, P]{o, s}}
			s.rifts, o.rifts = append(s.rifts, r), append(o.rifts, r)
		}
	}
}

// counts reports whether the owner wants to be told of blocks on both sides of a rift.
func (b *Book[F, P]) counts(env envs.Env, r *rift[F, P]) bool {
	whole := r.shares[0].Whole
	if now := 1 + whole.Renewed; r.asked != now {
		r.asked, r.wide = now, b.Wide(env, r.shares[0].Facts, r.shares[1].Facts)
	}
	return r.wide && !whole.gone
}

// look tells of the tears that what is new at a place has part in.
func (b *Book[F, P]) look(env envs.Env, p *Place[F, P]) {
	for _, m := range p.news() {
		for _, s := range p.PartOf {
			for _, r := range s.rifts {
				if b.counts(env, r) {
					b.asPart(env, p, m, s, r)
				}
			}
		}
		for _, s := range p.Shares {
			for _, r := range s.rifts {
				if s == r.shares[0] && b.counts(env, r) {
					b.asWhole(env, p, m, r)
				}
			}
		}
	}
}

// asPart looks at a moment of p in the share s beside the blocks of the same thread on the other side
// of a rift, and those in which another thread takes both together.
func (b *Book[F, P]) asPart(env envs.Env, p *Place[F, P], m Moment, s *Share[F, P], r *rift[F, P]) {
	t := r.shares[0]
	if t == s {
		t = r.shares[1]
	}
	for q, n := range t.by(env, m.Thread) {
		for _, whole := range s.Whole.Places {
			for _, w := range whole.Moments {
				if env.MayOverlap(w.Segment, m.Segment) || env.MayOverlap(w.Segment, n.Segment) {
					b.Torn(env, Tear[F, P]{whole, [2]Part[F, P]{{p, s.Facts}, {q, t.Facts}}})
					break
				}
			}
		}
	}
}

// asWhole looks at a moment of p beside blocks of another thread on both sides of a rift.
func (b *Book[F, P]) asWhole(env envs.Env, p *Place[F, P], m Moment, r *rift[F, P]) {
	s, t := r.shares[0], r.shares[1]
	for q, k := range s.All() {
		for u, n := range t.by(env, k.Thread) {
			if env.MayOverlap(m.Segment, k.Segment) || env.MayOverlap(m.Segment, n.Segment) {
				b.Torn(env, Tear[F, P]{p, [2]Part[F, P]{{q, s.Facts}, {u, t.Facts}}})
			}
		}
	}
}
