package happens

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/lattice"
)

// A stamp is a vector clock, and stands for a set of steps: those of a vector, and of one thread those up to a time.
// The vector never changes, so a stamp is handed over without a copy: the own time of a thread grows often, and what it
// knows of others seldom.
type stamp struct {
	base clock.Vector
	last clock.Epoch // 0 if there is no such thread
}

// stamps are the two vector clocks of a thread, with equal own times: happens-before in full, and without the order in
// which locks were taken.
type stamps struct{ full, forced stamp }

func (p *stamp) has(e clock.Epoch) bool {
	return e.Thread() == p.last.Thread() && e <= p.last || p.base.Has(e)
}

// join adds the steps of q, and reports whether p did not have them all.
func (p *stamp) join(q stamp) bool {
	if q.last != 0 {
		if p.has(q.last) {
			return false // and all that was known when that step was made
		}
		p.base = clock.Domain{}.Learn(p.base, q.base, q.last)
		return true
	}
	var side lattice.Side
	p.base, side = clock.Domain{}.Merge(q.base, p.base)
	return side&lattice.Right == 0
}

// covers reports whether p has all steps of q. It takes one comparison if q is the stamp of a thread.
func (p *stamp) covers(q stamp) bool {
	if q.last != 0 {
		return p.has(q.last)
	}
	var d clock.Domain
	return d.Leq(q.base, p.base) || d.Leq(q.base, p.vector())
}

// with has the steps of both.
func (p stamp) with(q stamp) stamp {
	if p.covers(q) {
		return p
	}
	return joined(q, p)
}

// before has the steps of p but for the last one.
func (p stamp) before() stamp { return stamp{base: clock.Domain{}.Add(p.base, p.last-1)} }

// vector has all steps of p.
func (p *stamp) vector() clock.Vector { return clock.Domain{}.Add(p.base, p.last) }

// joined has the steps of both.
func joined(p, q stamp) stamp {
	r := stamp{base: p.vector()}
	r.join(q)
	return r
}

// upTo is e, or the last step of its thread that p has, if that is an earlier one.
func (p *stamp) upTo(e clock.Epoch) clock.Epoch {
	if p.base.Has(e) {
		return e
	}
	e, _ = clock.At(e.Thread(), min(e.Time(), p.base.Time(e.Thread())))
	return e
}
