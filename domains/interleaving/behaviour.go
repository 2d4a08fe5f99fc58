package interleaving

import (
	"github.com/seed38182bad/parallax/domains/lockset"
	"github.com/seed38182bad/parallax/lattice"
)

// A behaviour is what the events of a variable do, up to one of them.
type behaviour[K lattice.Integer] struct {
	before       int // the number of the behaviour up to the event before, 0 if there is none
	of           int // whose event it is
	op           Op
	first, final bool
	when         int32
	held         lockset.Must[K]
	group        int
}

// behaviours have numbers, from 1.
type behaviours[K lattice.Integer] map[behaviour[K]]int

// number is the number of a behaviour, which gets one if it has none.
func (bs behaviours[K]) number(b behaviour[K]) int {
	n, known := bs[b]
	if !known {
		n = len(bs) + 1
		bs[b] = n
	}
	return n
}
