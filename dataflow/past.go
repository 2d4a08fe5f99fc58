package dataflow

import (
	"github.com/seed38182bad/parallax/domains/clock"
	"github.com/seed38182bad/parallax/lattice"
)

// A past is a set of steps: those of a vector, and of one thread those up to a time.
// The vector never changes, so that to hand a past over takes no copy: a thread's time
// grows often, and what it knows of others seldom.
type past struct {
	base clock.Vector
	last clock.Epoch // 0 if there is no such thread
}

func (p *past) has(e clock.Epoch) bool {
	return e.Thread() == p.last.Thread() && e <= p.last || p.base.Has(e)
}

// join adds the steps of q, and reports whether p did not have them all.
func (p *past) join(q past) bool {
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

// with has the steps of both. A thread that gives back what it took has those of q, which
// then takes one comparison; one that gives back what another one took may not.
func (p past) with(q past) past {
	var d clock.Domain
	if q.last != 0 && p.has(q.last) || q.last == 0 && (d.Leq(q.base, p.base) || d.Leq(q.base, p.vector())) {
		return p
	}
	return joined(q, p)
}

// before has the steps of p but for the last one.
func (p past) before() past { return past{base: clock.Domain{}.Add(p.base, p.last-1)} }

// vector has all steps of p.
func (p *past) vector() clock.Vector { return clock.Domain{}.Add(p.base, p.last) }

// joined has the steps of both.
func joined(p, q past) past {
	r := past{base: p.vector()}
	r.join(q)
	return r
}
