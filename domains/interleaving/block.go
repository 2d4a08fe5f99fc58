package interleaving

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/lattice"
)

// pairs calls f for the events of each block that has two, of all events of one variable. A block is a pair of events
// that follow each other, as far as others can tell. It is an event and the last write before it, or the last read if
// there is none, or it is an uninitialised read and the final write. If nobody can tell that, as the transaction is
// Weak, they are any two.
func (t *Transaction[K, P]) pairs(events []*Event[K, P], f func(a, b *Event[K, P])) {
	if !t.Loose && !t.Weak {
		pairsInOrder(events, f)
		return
	}
	for i, a := range events {
		for j, b := range events {
			if (t.Loose || i < j) && (t.Weak || follow(a, b)) {
				f(a, b)
			}
		}
	}
}

func pairsInOrder[K lattice.Integer, P any](events []*Event[K, P], f func(a, b *Event[K, P])) {
	var last *Event[K, P] // the last write, or read if there is none
	for _, e := range events {
		if last != nil {
			f(last, e)
		}
		if e.Final {
			for _, r := range events {
				if r.First && r != last {
					f(r, e)
				}
			}
		}
		if e.Op == Write || e.First {
			last = e
		}
	}
}

// follow reports whether two events of a loose transaction may be a block.
func follow[K lattice.Integer, P any](a, b *Event[K, P]) bool {
	switch {
	case a.Op == Write:
		return !b.First
	case b.Op == Read:
		return a.First && b.First
	}
	return a.First
}

// variables are the events of each variable, in the order of the variables.
func (t *Transaction[K, P]) variables() [][]*Event[K, P] {
	if t.byVariable != nil {
		return t.byVariable
	}
	all := make([]*Event[K, P], len(t.Events))
	for i := range t.Events {
		all[i] = &t.Events[i]
	}
	slices.SortStableFunc(all, func(a, b *Event[K, P]) int { return cmp.Compare(a.Var, b.Var) })
	for first := 0; first < len(all); {
		end := first + 1
		for end < len(all) && all[end].Var == all[first].Var {
			end++
		}
		t.byVariable = append(t.byVariable, all[first:end:end])
		first = end
	}
	return t.byVariable
}

// splits names the pattern that e of another thread's transaction makes between the two events of a
// block, and reports whether there is one.
func splits[K lattice.Integer, P any](first, second, e *Event[K, P]) (Pattern, bool) {
	switch {
	case first.Op == Write && second.Op == Write:
		return ReadBetweenWrites, e.First
	case e.Op != Write:
		return 0, false
	case first.Op == Write:
		return WriteBeforeRead, true
	case second.Op == Read:
		return WriteBetweenReads, true
	}
	return FinalWriteBetween, e.Final && second.Final
}
