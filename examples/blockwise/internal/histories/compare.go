package histories

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/envs"
)

// A pair is two classes that may split each other if they are executed at the same time.
type pair struct {
	one, other     *class
	ofOne, ofOther []split // that were not yet found
}

// compare finds out which classes that came before c, and c itself, may split it, or may be split by it. While moments
// are still gathered, they are partners from then on.
func (b *Book) compare(c *class) {
	b.comparing++
	for _, v := range c.vars {
		for _, d := range b.byVar[v] {
			if d.number > c.number || d.compared == b.comparing {
				continue // it compares itself, or was found by another variable
			}
			d.compared = b.comparing
			if !b.stages.Gathers() && c.of.done() && d.of.done() {
				continue // there is nothing to find
			}
			x := interleaving.Pair[envs.Lock, spot]{
				Locks: b.locksOf(), One: c.transaction, Other: d.transaction, Group: segmentOf, FirstOnly: true,
			}
			p := &pair{one: c, other: d}
			if p.ofOne, p.ofOther = x.Splits(); c == d {
				p.ofOther = nil
			}
			switch {
			case len(p.ofOne)+len(p.ofOther) == 0:
			case b.stages.Gathers():
				if c.partners = append(c.partners, p); c != d {
					d.partners = append(d.partners, p)
				}
			default:
				for i := range c.moments {
					p.look(b, c, &c.moments[i])
				}
			}
		}
	}
}

func segmentOf(s spot) int { return int(s.segment) }

// look compares a moment of a class with those of its partners.
func (b *Book) look(c *class, m *moment) {
	c.partners = slices.DeleteFunc(c.partners, func(p *pair) bool { return p.look(b, c, m) })
}

// look compares a moment of one of the two classes with those of the other one. It reports whether all was found.
func (p *pair) look(b *Book, c *class, m *moment) bool {
	of, ofThem, d := &p.ofOne, &p.ofOther, p.other
	if d == c && p.one != c {
		of, ofThem, d = ofThem, of, p.one
	}
	for i := range d.moments {
		n := &d.moments[i]
		if b.threads.MustBeThread(m.thread, n.thread) {
			continue
		}
		*of, *ofThem = b.confirm(c, d, m, n, *of), b.confirm(d, c, n, m, *ofThem)
		if p.one == p.other {
			*of = b.confirm(c, c, n, m, *of)
		}
	}
	return len(*of)+len(*ofThem) == 0
}

// confirm finds those splits of c, executed at a moment m, that d may make at n, and gives the others.
func (b *Book) confirm(c, d *class, m, n *moment, splits []split) []split {
	left := splits[:0]
	for _, s := range splits {
		may := true
		for _, by := range s.By {
			may = may && b.mayPart(m, s.First, s.Second, n, by)
		}
		if !may {
			left = append(left, s)
			continue
		}
		b.found(c, s, d)
	}
	return left
}

// mayPart reports whether an event at the moment n may come between two events at m, as far as threads
// tell.
func (b *Book) mayPart(m *moment, first, second *event, n *moment, by *event) bool {
	s := n.segments[by.Of.segment]
	from, to := first.Of.segment, second.Of.segment
	for i := min(from, to); i <= max(from, to); i++ {
		if b.segments.MayOverlap(m.segments[i], s) {
			return true
		}
	}
	return false
}

// beside reports whether parts of two moments may be executed at the same time.
func (b *Book) beside(m, n *moment) bool {
	for _, s := range m.segments {
		for _, t := range n.segments {
			if b.segments.MayOverlap(s, t) {
				return true
			}
		}
	}
	return false
}
