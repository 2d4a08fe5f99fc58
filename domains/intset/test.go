package intset

import "github.com/seed38182bad/parallax/domains/machine"

// Test keeps the values of a and b that are in a pair for which x c y holds. Of all
// values of a kind it knows those that an order leaves, if they are few.
func (d Domain) Test(c machine.Cmp, a, b Set) (Set, Set) {
	a, b, ok := machine.Comparands(d, a, b)
	if !ok {
		return a, b
	}
	if c == machine.Eq {
		m := d.Meet(a, b)
		return m, m
	}
	x, y := d.keep(c, a, b), d.keep(c.Swap(), b, a)
	if x.isBottom() || y.isBottom() {
		return Set{}, Set{}
	}
	return x, y
}

// keep are the values x of a for which x c y holds for some y of b. In an order, some
// y is the least or the greatest; and two values are not both equal to x.
func (d Domain) keep(c machine.Cmp, a, b Set) Set {
	least, greatest, _ := d.Bounds(b)
	if least == greatest && c == machine.Ne && a.whole {
		return d.without(a, least)
	}
	if a.whole && c != machine.Ne {
		return d.keepAll(c, a, least, greatest)
	}
	return filter(a, func(x machine.Value) bool { return c.Holds(x, least) || c.Holds(x, greatest) })
}

// keepAll is keep for all values of a kind and an order.
func (d Domain) keepAll(c machine.Cmp, a Set, least, greatest machine.Value) Set {
	lo, hi := a.kind.Min(), a.kind.Max()
	switch c {
	case machine.Lt, machine.Le:
		hi = greatest
		if c == machine.Lt {
			hi = a.kind.Bitwise(hi.Bits() - 1)
		}
		if c == machine.Lt && greatest == lo {
			return Set{}
		}
	case machine.Gt, machine.Ge:
		lo = least
		if c == machine.Gt {
			lo = a.kind.Bitwise(lo.Bits() + 1)
		}
		if c == machine.Gt && least == hi {
			return Set{}
		}
	}
	kept := d.collect(a.kind)
	if !between(kept, lo, hi) {
		return a
	}
	return kept.set()
}

// without leaves x out of all values of a kind, if the others are few enough.
func (d Domain) without(a Set, x machine.Value) Set {
	if limit(a.kind) > uint64(d.Limit()) {
		return a
	}
	kept := d.collect(a.kind)
	for i := range limit(a.kind) + 1 {
		if y := a.kind.Bitwise(i); y != x {
			kept.add(y)
		}
	}
	return kept.set()
}
