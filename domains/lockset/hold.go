package lockset

import "fmt"

// Side is the side on which a lock is taken.
type Side uint8

// The sides. A lock held for writing also protects what is only read.
const (
	Write Side = iota // alone: Lock of a mutex, a monitor
	Read              // beside other readers: RLock of a read-write mutex
)

// String is "write" or "read".
func (s Side) String() string {
	switch s {
	case Write:
		return "write"
	case Read:
		return "read"
	}
	return fmt.Sprintf("side(%d)", uint8(s))
}

// Hold is how often a lock is held at least. A count that equals the cap of the table
// stands for itself and all above.
type Hold struct {
	Write uint8 // times for writing
	Read  uint8 // times for reading
	Any   uint8 // times in all
}

// At is the number of times that the lock is held so that an access of this
// side is protected. Holding it for writing also protects a read.
func (h Hold) At(side Side) uint8 {
	if side == Read {
		return h.Any
	}
	return h.Write
}

func (h Hold) within(g Hold) bool {
	return h.Write <= g.Write && h.Read <= g.Read && h.Any <= g.Any
}

func (h Hold) min(g Hold) Hold {
	return Hold{min(h.Write, g.Write), min(h.Read, g.Read), min(h.Any, g.Any)}
}

func (h Hold) max(g Hold) Hold {
	return Hold{max(h.Write, g.Write), max(h.Read, g.Read), max(h.Any, g.Any)}
}

// sum is the count of two together, capped.
func sum(a, b, many uint8) uint8 { return uint8(min(int(a)+int(b), int(many))) }

// more is h with the lock taken once more.
func (h Hold) more(side Side, many uint8) Hold {
	if side == Read {
		h.Read = sum(h.Read, 1, many)
	} else {
		h.Write = sum(h.Write, 1, many)
	}
	h.Any = sum(h.Any, 1, many)
	return h
}

// closed raises lower bounds to what they imply.
func (h Hold) closed(many uint8) Hold {
	h.Any = max(h.Any, sum(h.Write, h.Read, many))
	return h
}

// less is the lower bounds after the lock was given back once, if it was held on
// that side.
func (h Hold) less(side Side, many uint8) Hold {
	if side == Read {
		h.Read -= min(h.Read, 1)
	} else {
		h.Write -= min(h.Write, 1)
	}
	h.Any -= min(h.Any, 1)
	return h.closed(many)
}
