package interleaving

import (
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// exemplars are candidates to compare others with. Of those that behave alike, they are for each
// event the one of which it comes first, and the one of which it comes last.
//
// Candidates behave alike if their events have the same operations, groups, locks and steps before
// them, and so have those that conflict with them. Whether two make a circle is then a matter of
// which of their events come before which. It takes one event of each. If that of one comes before
// that of the other, it also comes before the last such event of all that are like the other. These
// make a circle as well. A candidate is compared before it is an example, so that it is never its
// own.
type exemplars[K lattice.Integer, P any] struct {
	*candidates[K, P]
	known behaviours[K]
	alike map[int]*extremes[K, P]
	all   []*extremes[K, P]
}

// extremes are, of the candidates of one behaviour, the first and the last ones by each of their events.
type extremes[K lattice.Integer, P any] struct{ first, last []*candidate[K, P] }

// circle reports whether the next candidate makes a circle with one of those before, of which none did.
func (x *exemplars[K, P]) circle(v *candidate[K, P]) bool {
	for _, e := range x.all {
		for k, w := range e.first {
			if len(x.byTwo(nil, v, w)) > 0 || w != e.last[k] && len(x.byTwo(nil, v, e.last[k])) > 0 {
				return true
			}
		}
	}
	x.add(v)
	return false
}

func (x *exemplars[K, P]) add(v *candidate[K, P]) {
	if x.alike == nil {
		x.known, x.alike = behaviours[K]{}, map[int]*extremes[K, P]{}
	}
	n := x.behaviour(v)
	e := x.alike[n]
	if e == nil {
		e = &extremes[K, P]{slices.Repeat([]*candidate[K, P]{v}, len(v.mine)),
			slices.Repeat([]*candidate[K, P]{v}, len(v.mine))}
		x.alike[n] = e
		x.all = append(x.all, e)
		return
	}
	for k, m := range v.mine {
		if m.place < e.first[k].mine[k].place {
			e.first[k] = v
		}
		if m.place > e.last[k].mine[k].place {
			e.last[k] = v
		}
	}
}

// behaviour is the number of what the events of a candidate do. Those of the candidate itself are
// of -1, and others of their transactions.
func (x *exemplars[K, P]) behaviour(v *candidate[K, P]) (n int) {
	for _, e := range v.mine {
		n = x.known.number(behaviour[K]{before: n, of: -1, op: e.Op, when: e.When, held: e.Held, group: x.group(e)})
	}
	for _, m := range v.conflicts {
		n = x.known.number(behaviour[K]{before: n, of: m.of, op: m.Op, held: m.Held, group: x.group(m.Event)})
	}
	return n
}

func (x *Set[K, P]) group(e *Event[K, P]) int {
	if x.Group == nil {
		return 0
	}
	return x.Group(e.Of)
}
