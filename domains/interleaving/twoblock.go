package interleaving

import "github.com/seed38182bad/parallax/lattice"

// A twoBlock is a pair of events of a transaction about different variables, each of them an
// uninitialised read or a final write.
type twoBlock[K lattice.Integer, P any] struct {
	First, Second *Event[K, P]
	Path          Path[K] // see walk
}

// twoBlocks are those of two variables, without their paths.
func twoBlocks[K lattice.Integer, P any](t *Transaction[K, P], x, y []*Event[K, P]) (list []twoBlock[K, P]) {
	for _, a := range x {
		for _, b := range y {
			before := t.Loose || t.before(a, b)
			if before {
				list = append(list, twoBlock[K, P]{a, b, nil})
			}
			if t.Loose || !before {
				list = append(list, twoBlock[K, P]{b, a, nil})
			}
		}
	}
	return list
}

// walk finds the path.
func (b *twoBlock[K, P]) walk(l Locks[K], t *Transaction[K, P]) {
	if b.Path == nil {
		b.Path = path(l, t, b.First, b.Second)
	}
}

// How the events of two 2-blocks are ordered that conflict.
type order uint8

const (
	apart order = iota // not both events conflict with one of the other block
	// the first ones do, and the second ones: it may contradict itself if the two are executed at once
	straight
	// the first ones conflict with the second ones: it does, unless one comes as a whole before the other
	opposite
)

// against says how the conflicting events of two 2-blocks are ordered.
func (b *twoBlock[K, P]) against(c *twoBlock[K, P]) order {
	switch {
	case b.First.Conflict(c.Second) && b.Second.Conflict(c.First):
		return opposite
	case b.First.Conflict(c.First) && b.Second.Conflict(c.Second):
		return straight
	}
	return apart
}
