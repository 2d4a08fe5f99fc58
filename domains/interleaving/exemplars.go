package interleaving

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// exemplars are candidates to compare others with: of those that behave alike, two of which an event comes first, and two
// of which it comes last.
//
// Candidates behave alike if their events have the same operations, groups, locks and steps before them, and so have those
// that conflict with them. Whether two make a circle is then a matter of which events come before which. An event of one that
// comes before an event of another comes before the last such event of all that are like the other. There are two, since
// one candidate may have both the first event of one sort and the last one of another sort.
type exemplars[K lattice.Integer, P any] struct {
	*candidates[K, P]
	behaviours map[deed[K]]int
	alike      map[int]*extremes[K, P]
	all        []*extremes[K, P]
}

// extremes are the candidates of one behaviour with the first and the last events: by the number of an event, in the order of
// those.
type extremes[K lattice.Integer, P any] struct{ first, last [][]*candidate[K, P] }

// A deed is what the events of a candidate do up to one of them.
type deed[K lattice.Integer] struct {
	before       int // the number of that of the events before
	of           int // its transaction, -1 if it is the candidate's
	op           Op
	first, final bool
	when         int32
	held         lockset.Must[K]
	group        int
}

// circle reports whether the next candidate makes a circle with one of those before, of which none did.
func (x *exemplars[K, P]) circle(v *candidate[K, P]) bool {
	for _, e := range x.all {
		for _, list := range slices.Concat(e.first, e.last) {
			for _, w := range list {
				if len(x.byTwo(nil, v, w)) > 0 {
					return true
				}
			}
		}
	}
	x.add(v)
	return false
}

func (x *exemplars[K, P]) add(v *candidate[K, P]) {
	if x.alike == nil {
		x.behaviours, x.alike = map[deed[K]]int{}, map[int]*extremes[K, P]{}
	}
	n := x.behaviour(v)
	e := x.alike[n]
	if e == nil {
		e = &extremes[K, P]{make([][]*candidate[K, P], len(v.mine)), make([][]*candidate[K, P], len(v.mine))}
		x.alike[n] = e
		x.all = append(x.all, e)
	}
	for k := range v.mine {
		place := func(c *candidate[K, P]) int32 { return c.mine[k].place }
		e.first[k] = keep(e.first[k], v, func(a, b *candidate[K, P]) bool { return place(a) < place(b) })
		e.last[k] = keep(e.last[k], v, func(a, b *candidate[K, P]) bool { return place(a) > place(b) })
	}
}

// keep adds a candidate to a list of at most maxExamples, in order.
func keep[K lattice.Integer, P any](list []*candidate[K, P], v *candidate[K, P], before func(a, b *candidate[K, P]) bool) []*candidate[K, P] {
	i := 0
	for i < len(list) && !before(v, list[i]) {
		i++
	}
	if list = slices.Insert(list, i, v); len(list) > maxExamples {
		list = list[:maxExamples]
	}
	return list
}

// behaviour is the number of what the events of a candidate do.
func (x *exemplars[K, P]) behaviour(v *candidate[K, P]) (n int) {
	after := func(d deed[K]) {
		if n = x.behaviours[d]; n == 0 {
			n = len(x.behaviours) + 1
			x.behaviours[d] = n
		}
	}
	for _, e := range v.mine {
		after(deed[K]{n, -1, e.Op, e.First, e.Final, e.When, e.Held, x.group(e)})
	}
	for _, m := range v.conflicts {
		after(deed[K]{n, m.of, m.Op, false, false, 0, m.Held, x.group(m.Event)})
	}
	return n
}

func (x *Set[K, P]) group(e *Event[K, P]) int {
	if x.Group == nil {
		return 0
	}
	return x.Group(e.Of)
}
