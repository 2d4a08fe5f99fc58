package interleaving

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// maxExamples is how many variables of those that behave alike are compared with others: one for these, and another one
// to be compared with the first.
const maxExamples = 2

// examples are the first variables of each behaviour, of all that two transactions have in common. Others have no
// splits that these have not, but for the variables.
//
// Variables behave alike if their events have the same operations, groups, locks and steps before them, in both
// transactions. Steps order the events of two variables, unless as many come before both. Then the order does not
// matter as long as the same locks are held at both. Of a path with one set of locks it is only asked whether the locks
// of the other transaction exclude these. Where different locks are held between the same two steps, each variable is
// its own example.
func (x *Pair[K, P]) examples(common []outers[K, P]) (list []outers[K, P]) {
	if len(common) <= maxExamples {
		return common
	}
	mine, its := stretches[K, P]{}, stretches[K, P]{}
	for _, o := range common {
		mine.add(x.One, o.mine)
		its.add(x.Other, o.its)
	}
	known, times := behaviours[K]{}, map[int]int{}
	for _, o := range common {
		n := 0
		for side, events := range [...][]*Event[K, P]{o.mine, o.its} {
			for _, e := range events {
				n = known.number(behaviour[K]{n, side, e.Op, e.First, e.Final, e.When, e.Held, x.group(e)})
			}
		}
		if times[n]++; times[n] <= maxExamples || mine.mixed(x.One, o.mine) || its.mixed(x.Other, o.its) {
			list = append(list, o)
		}
	}
	return list
}

// stretches are the locks held from one step of a transaction to the next one.
type stretches[K lattice.Integer, P any] map[int32]stretch[K]

type stretch[K lattice.Integer] struct {
	held  lockset.Must[K]
	mixed bool // others were held, too
}

// add notes what is held at some events. A loose transaction has each pair of events in both orders.
func (s stretches[K, P]) add(t *Transaction[K, P], events []*Event[K, P]) {
	if t.Loose {
		return
	}
	for _, e := range events {
		at, known := s[e.When]
		if !known {
			at.held = e.Held
		}
		at.mixed = at.mixed || at.held != e.Held
		s[e.When] = at
	}
}

// mixed reports whether other locks are held between the same steps as at one of the events.
func (s stretches[K, P]) mixed(t *Transaction[K, P], events []*Event[K, P]) bool {
	for _, e := range events {
		if s[e.When].mixed {
			return true
		}
	}
	return false
}
