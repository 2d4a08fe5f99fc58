package interleaving

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// The report tells of blocks and 2-blocks by themselves; what decides looks at pairs of events only.

// A Block is what the report calls one. Second is nil, which is a Dummy, if the first is the variable's only event.
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

// Blocks are the blocks of a transaction of which the events are marked: by variable, and in the order of their
// second events.
func Blocks[K lattice.Integer, P any](l Locks[K], t *Transaction[K, P]) []Block[K, P] {
	var list []Block[K, P]
	for _, events := range t.variables() {
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

// throughout are the locks that are held all the time.
func (p Path[K]) throughout(l Locks[K]) lockset.Must[K] {
	all := p[0]
	for _, s := range p[1:] {
		all = l.Join(all, s)
	}
	return all
}

// TwoBlocks are the 2-blocks of a transaction of which the events are marked.
func TwoBlocks[K lattice.Integer, P any](t *Transaction[K, P]) (list []twoBlock[K, P]) {
	of, one := t.variables(), func(*Event[K, P]) int { return 0 }
	for i, events := range of {
		for _, others := range of[:i] {
			list = append(list, twoBlocks(t, outerOf(others, one), outerOf(events, one))...)
		}
	}
	return list
}
