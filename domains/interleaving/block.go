package interleaving

import (
	"cmp"
	"slices"

	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// A Block is a pair of events of a transaction that are about one variable and follow each other,
// as far as others can tell: the second one and the last write before it, or the last read if there
// is none; or an uninitialised read and the final write. If nobody can tell that, as the transaction is
// Weak, they are any two of them. Second is nil, which is a Dummy, if the
// first is the variable's only event.
type Block[K lattice.Integer, P any] struct {
	First, Second *Event[K, P]
	Path          Path[K]
}

// A Tuple is what a block is for the algorithm: blocks with equal ones are equal.
type Tuple[K lattice.Integer] struct {
	Ops     [2]Op
	Final   [2]bool
	Held    [2]lockset.Must[K]
	Between lockset.Must[K] // held all the time from one to the other
}

// Tuple is the tuple of a block; what a Dummy holds is bottom.
func (b *Block[K, P]) Tuple(l Locks[K]) Tuple[K] {
	t := Tuple[K]{Ops: [2]Op{b.First.Op, Dummy}, Final: [2]bool{b.First.Final, false}, Between: b.Path.throughout(l)}
	t.Held[0] = b.First.Held
	if b.Second != nil {
		t.Ops[1], t.Final[1], t.Held[1] = b.Second.Op, b.Second.Final, b.Second.Held
	}
	return t
}

// Blocks are the blocks of a transaction of which the events are marked, as far as their variables
// are wanted (nil: all): by variable, and in the order of their second events.
func Blocks[K lattice.Integer, P any](l Locks[K], t *Transaction[K, P], want func(v int64) bool) []Block[K, P] {
	var list []Block[K, P]
	for _, events := range t.variables() {
		if want != nil && !want(events[0].Var) {
			continue
		}
		n := len(list)
		t.pairs(events, func(a, b *Event[K, P]) { list = append(list, Block[K, P]{a, b, path(l, t, a, b)}) })
		if len(list) == n {
			for _, e := range events {
				list = append(list, Block[K, P]{e, nil, Path[K]{e.Held}})
			}
		}
	}
	return list
}

// pairs calls f for the events of each block that has two, of all events of one variable.
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
