package views

import (
	"slices"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/envs"
)

// A tear is what Torn is told of. It is a whole that one thread has in a block, and two parts of it that another
// thread has in blocks of its own. One of these may be executed at the same time as the whole, so that the whole comes
// between them, or they come between what it does.
type tear struct {
	Whole *place
	Parts [2]part
}

// A part is a place, and what it has in common with a whole.
type part struct {
	*place
	Common vars
}

// A relation is what two shares of one whole are to each other.
type relation uint8

const (
	unasked relation = iota
	chained          // one has all of the other
	narrow           // neither has, and the owner does not want to be told of it
	wide             // neither has, and the owner does; see Book.Wide
)

// apart reports whether two shares of a whole are in no chain, and the owner wants to be told of blocks
// that have one each. The relations of a share to those before it are bytes in a row, as wholes may have
// thousands of shares.
func (b *book) apart(env envs.Env, s, t *share) bool {
	if s.index < t.index {
		s, t = t, s
	}
	if s.beside == nil {
		s.beside = make([]relation, s.index)
	}
	if now := 1 + s.Whole.Renewed; s.asked != now {
		s.asked = now
		for i := range s.beside {
			if s.beside[i] != chained {
				s.beside[i] = unasked
			}
		}
	}
	r := &s.beside[t.index]
	if *r == unasked {
		switch {
		case t.Facts.SubsetOf(s.Facts) || s.Facts.SubsetOf(t.Facts):
			*r = chained
		case b.wide(env, t.Facts, s.Facts):
			*r = wide
		default:
			*r = narrow
		}
	}
	return *r == wide
}

// look tells of the tears that what is new at a place has part in.
func (b *book) look(env envs.Env, p *place) {
	for _, m := range p.news() {
		for _, s := range p.PartOf {
			if s.Whole.gone || b.onlyBy(s.Whole.threads, m.Thread) {
				continue
			}
			for _, t := range s.Whole.Shares {
				if t != s && b.apart(env, s, t) {
					b.asPart(env, p, m, s, t)
				}
			}
		}
		b.sides = b.sides[:0]
		for _, s := range p.Shares {
			if !b.onlyBy(s.threads, m.Thread) {
				b.sides = append(b.sides, s)
			}
		}
		for i, s := range b.sides {
			for _, t := range b.sides[i+1:] {
				if b.apart(env, s, t) {
					b.asWhole(env, p, m, s, t)
				}
			}
		}
		clear(b.sides) // of shares that are no more, none is kept alive
	}
}

// onlyBy reports whether all of the threads are certainly one. What it does in one block never comes between what it
// does in others.
func (b *book) onlyBy(threads []envs.Thread, t envs.Thread) bool {
	return !slices.ContainsFunc(threads, func(o envs.Thread) bool { return !b.threads.MustBeThread(o, t) })
}

// maxExamples is how many tears that count are told of one moment and two shares, once no more is gathered. It bounds
// those of blocks of other functions. With each whole, it also bounds those of blocks of the same function that begin
// and end in the same places. Each block is looked at beside all others then, and has its own.
const maxExamples = 1

// asPart looks at a moment of p in the share s beside the blocks of the same thread in another share t,
// and those in which another thread takes both together.
func (b *book) asPart(env envs.Env, p *place, m blocks.Moment, s, t *share) {
	told, complete := 0, !b.stages.Gathers()
	b.examples = b.examples[:0]
	var last *place // whose moments are looked at
	left := 0       // how many wholes are not told of beside last
	for q, n := range t.by(b.threads, m.Thread) {
		if told >= maxExamples && complete && q.From.Func() != p.From.Func() {
			continue
		}
		if q != last {
			last, left = q, len(s.Whole.Places)
			if complete {
				left -= b.exampled(q)
			}
		}
		if left == 0 {
			continue
		}
		for _, whole := range s.Whole.Places {
			if complete && slices.Contains(b.examples, example{whole, q.From, q.End}) {
				continue
			}
			if whole.overlaps(b.segments, m, n) && b.torn(env, tear{whole, [2]part{{p, s.Facts}, {q, t.Facts}}}) {
				told++
				if complete {
					b.examples, left = append(b.examples, example{whole, q.From, q.End}), left-1
				}
			}
		}
	}
}

// overlaps reports whether the block of a place may be executed at the same time as what is done in one of two moments.
func (p *place) overlaps(segments envs.Segments, m, n blocks.Moment) bool {
	return slices.ContainsFunc(p.Moments, func(w blocks.Moment) bool {
		return segments.MayOverlap(w.Segment, m.Segment) || segments.MayOverlap(w.Segment, n.Segment)
	})
}

// An example is a whole that was told of beside a block that begins and ends in these places.
type example struct {
	whole     *place
	from, end envs.Point
}

// exampled is how many wholes were told of beside blocks that begin and end where q does.
func (b *book) exampled(q *place) (n int) {
	for i := range b.examples {
		if e := &b.examples[i]; e.from == q.From && e.end == q.End {
			n++
		}
	}
	return n
}

// asWhole looks at a moment of p beside blocks of another thread in both of two shares.
func (b *book) asWhole(env envs.Env, p *place, m blocks.Moment, s, t *share) {
	told := 0
	for q, k := range s.All() {
		for u, n := range t.by(b.threads, k.Thread) {
			if b.segments.MayOverlap(m.Segment, k.Segment) || b.segments.MayOverlap(m.Segment, n.Segment) {
				if b.torn(env, tear{p, [2]part{{q, s.Facts}, {u, t.Facts}}}) {
					told++
				}
				if told >= maxExamples && !b.stages.Gathers() {
					return
				}
			}
		}
	}
}
