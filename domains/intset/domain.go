package intset

import (
	"slices"

	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice"
)

// Bottom describes nothing.
func (Domain) Bottom() Set { return Set{} }

// Top describes everything.
func (Domain) Top() Set { return top }

// All describes all values of kind k.
func (Domain) All(k machine.Kind) Set {
	if !k.Valid() {
		return Set{}
	}
	return Set{kind: k, whole: true}
}

// Kind is the kind of what s describes, NoKind for bottom and top.
func (Domain) Kind(s Set) machine.Kind { return s.kind }

// Contains reports whether s describes x.
func (Domain) Contains(s Set, x machine.Value) bool {
	if s.whole {
		return x.Kind().Valid() && (s.kind == x.Kind() || s.kind == machine.NoKind)
	}
	_, found := slices.BinarySearchFunc(s.values, x, machine.Value.Compare)
	return found
}

// Bounds are the least and the greatest value that s describes.
func (Domain) Bounds(s Set) (least, greatest machine.Value, ok bool) {
	switch {
	case s.kind == machine.NoKind:
		return machine.Value{}, machine.Value{}, false
	case s.whole:
		return s.kind.Min(), s.kind.Max(), true
	}
	return s.values[0], s.values[len(s.values)-1], true
}

// Leq reports whether b describes all that a does.
func (Domain) Leq(a, b Set) bool {
	switch {
	case b.whole:
		return b.kind == machine.NoKind || a.kind == b.kind || a.isBottom()
	case a.whole || len(a.values) > len(b.values):
		return false
	}
	rest := b.values
	for _, x := range a.values {
		at := slices.Index(rest, x)
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// Equal reports whether a and b describe the same.
func (Domain) Equal(a, b Set) bool {
	return a.kind == b.kind && a.whole == b.whole && slices.Equal(a.values, b.values)
}

// Join is the union, or all values of the kind if they are too many.
func (d Domain) Join(a, b Set) Set {
	r, _ := d.Merge(a, b)
	return r
}

// Merge is Join, and says which operand the result is.
func (d Domain) Merge(a, b Set) (Set, lattice.Side) {
	if r, side := lattice.Larger(d, a, b); side != lattice.Neither {
		return r, side
	}
	if a.kind != b.kind {
		return top, lattice.Neither
	}
	c := d.collect(a.kind)
	for _, values := range [][]machine.Value{a.values, b.values} {
		for _, x := range values {
			c.add(x)
		}
	}
	return c.set(), lattice.Neither
}

// Meet is the intersection.
func (d Domain) Meet(a, b Set) Set {
	switch {
	case d.Leq(a, b):
		return a
	case d.Leq(b, a):
		return b
	case a.kind != b.kind:
		return Set{}
	}
	return filter(a, func(x machine.Value) bool { return d.Contains(b, x) })
}

// filter are the values of s that are to be kept: s itself if these are all.
func filter(s Set, keep func(machine.Value) bool) Set {
	drop := func(x machine.Value) bool { return !keep(x) }
	if !slices.ContainsFunc(s.values, drop) {
		return s
	}
	kept := slices.DeleteFunc(slices.Clone(s.values), drop)
	if len(kept) == 0 {
		return Set{}
	}
	return Set{kind: s.kind, values: kept}
}

// Narrow is next: chains are finite.
func (Domain) Narrow(_, next Set) Set { return next }

// A collector builds a set of values of one kind.
type collector struct {
	Set
	limit int
}

func (d Domain) collect(k machine.Kind) *collector {
	return &collector{Set{kind: k}, d.Limit()}
}

// add adds x. It reports whether more may be added, which is not so if the set has
// all values already.
func (c *collector) add(x machine.Value) bool {
	if c.whole {
		return false
	}
	at, found := slices.BinarySearchFunc(c.values, x, machine.Value.Compare)
	if !found {
		c.values = slices.Insert(c.values, at, x)
	}
	if n := len(c.values); n > c.limit || uint64(n) > limit(c.kind) {
		c.whole, c.values = true, nil
	}
	return !c.whole
}

// limit is the number of values that kind k has, less one.
func limit(k machine.Kind) uint64 { return ^uint64(0) >> (64 - k.Bits()) }

// set is what has been collected.
func (c *collector) set() Set {
	if c.isBottom() {
		return Set{}
	}
	return c.Set
}
