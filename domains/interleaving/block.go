package interleaving

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// A Block is a pair of events of a transaction that are about one variable and follow each other,
// as far as others can tell: the second one and the last write before it, or the last read if there
// is none; or an uninitialised read and the final write. Second is nil, which is a Dummy, if the
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
	vars, order := byVariable(t)
	var list []Block[K, P]
	for _, v := range order {
		if want == nil || want(v) {
			list = blocksOf(l, t, vars[v], list)
		}
	}
	return list
}

// blocksOf adds the blocks of one variable to a list.
func blocksOf[K lattice.Integer, P any](l Locks[K], t *Transaction[K, P], events []*Event[K, P], list []Block[K, P]) []Block[K, P] {
	n := len(list)
	add := func(a, b *Event[K, P]) { list = append(list, Block[K, P]{a, b, path(l, t, a, b)}) }
	if t.Loose {
		for _, a := range events {
			for _, b := range events {
				if follow(a, b) {
					add(a, b)
				}
			}
		}
	} else {
		blocksInOrder(events, add)
	}
	if len(list) == n {
		for _, e := range events {
			list = append(list, Block[K, P]{e, nil, Path[K]{e.Held}})
		}
	}
	return list
}

func blocksInOrder[K lattice.Integer, P any](events []*Event[K, P], add func(a, b *Event[K, P])) {
	var last *Event[K, P] // the last write, or read if there is none
	for _, e := range events {
		if last != nil {
			add(last, e)
		}
		if e.Final {
			for _, r := range events {
				if r.First && r != last {
					add(r, e)
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

// byVariable are the events of each variable, and the variables in the order in which they come.
func byVariable[K lattice.Integer, P any](t *Transaction[K, P]) (vars map[int64][]*Event[K, P], order []int64) {
	vars = map[int64][]*Event[K, P]{}
	for i := range t.Events {
		e := &t.Events[i]
		if vars[e.Var] == nil {
			order = append(order, e.Var)
		}
		vars[e.Var] = append(vars[e.Var], e)
	}
	return vars, order
}

// splits names the pattern that e of another thread's transaction makes between the events of
// the block, and reports whether there is one.
func (b *Block[K, P]) splits(e *Event[K, P]) (Pattern, bool) {
	if b.Second == nil || e.Var != b.First.Var {
		return 0, false
	}
	switch first, second := b.First, b.Second; {
	case first.Op == Write && second.Op == Write:
		return ReadBetweenWrites, e.First
	case e.Op != Write:
		return 0, false
	case first.Op == Write:
		return WriteBeforeRead, true
	case second.Op == Read:
		return WriteBetweenReads, true
	}
	return FinalWriteBetween, e.Final && b.Second.Final
}
