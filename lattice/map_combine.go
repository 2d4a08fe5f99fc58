package lattice

// Merge returns the map of all keys of either map. A key of both gets what f
// makes of the two values (or is left out, if f says Drop), a key of one keeps
// its value.
//
// If the result is m, or is other, that very map is returned and nothing is
// allocated; f has to name the operand that its result equals for that to
// work. Parts that the maps share are taken over without calling f.
func (m Map[K, V]) Merge(other Map[K, V], f Combine[V]) Map[K, V] {
	r, _ := m.MergeSide(other, f)
	return r
}

// MergeSide is Merge, and says which operand the result equals.
func (m Map[K, V]) MergeSide(other Map[K, V], f Combine[V]) (Map[K, V], Side) {
	c := combiner[V]{f: f, keepLeft: true, keepRight: true}
	n, side := c.nodes(m.root, other.root)
	return Map[K, V]{n}, side
}

// Intersect is Merge for the keys that are in both maps.
func (m Map[K, V]) Intersect(other Map[K, V], f Combine[V]) Map[K, V] {
	r, _ := m.IntersectSide(other, f)
	return r
}

// IntersectSide is Intersect, and says which operand the result equals.
func (m Map[K, V]) IntersectSide(other Map[K, V], f Combine[V]) (Map[K, V], Side) {
	c := combiner[V]{f: f}
	n, side := c.nodes(m.root, other.root)
	return Map[K, V]{n}, side
}

// Without returns m less all keys of other, whatever their values.
func (m Map[K, V]) Without(other Map[K, V]) Map[K, V] {
	c := combiner[V]{
		f:         func(a, _ V) (V, Side) { return a, Drop },
		keepLeft:  true,
		dropEqual: true,
	}
	n, _ := c.nodes(m.root, other.root)
	return Map[K, V]{n}
}

// combiner walks two trees at once. All its methods return a node and the
// operands that this node equals; if that includes Left, the node is the left
// operand itself, if only Right, the right one.
type combiner[V any] struct {
	f                   Combine[V]
	keepLeft, keepRight bool // what happens to keys of one map only
	dropEqual           bool // shared subtrees vanish instead of staying
}

func (c *combiner[V]) nodes(a, b *node[V]) (*node[V], Side) {
	switch {
	case a == b:
		if c.dropEqual && a != nil {
			return nil, Neither
		}
		return a, Both
	case b == nil:
		return c.onlyLeft(a)
	case a == nil:
		return c.onlyRight(b)
	case a.shift == b.shift && a.prefix == b.prefix:
		if a.shift == 0 {
			return c.leaves(a, b)
		}
		return c.branches(a, b)
	case a.shift > b.shift && a.covers(b.prefix):
		return c.intoLeft(a, b)
	case b.shift > a.shift && b.covers(a.prefix):
		return c.intoRight(a, b)
	case c.keepLeft && c.keepRight:
		return fork(a, b), Neither
	case c.keepLeft:
		return a, Left
	case c.keepRight:
		return b, Right
	}
	return nil, Neither
}

func (c *combiner[V]) onlyLeft(a *node[V]) (*node[V], Side) {
	if c.keepLeft {
		return a, Left
	}
	return nil, Right
}

func (c *combiner[V]) onlyRight(b *node[V]) (*node[V], Side) {
	if c.keepRight {
		return b, Right
	}
	return nil, Left
}

func (c *combiner[V]) branches(a, b *node[V]) (*node[V], Side) {
	kids := *a.kids()
	size := a.size
	side := Both
	for i, x := range a.kids() {
		y := b.kids()[i]
		if x == y && !c.dropEqual {
			continue
		}
		kid, s := c.nodes(x, y)
		side &= s
		if kid != x {
			kids[i] = kid
			size += kid.len() - x.len()
		}
	}
	switch {
	case side&Left != 0:
		return a, side
	case side == Right:
		return b, side
	}
	return pack(a.prefix, a.shift, size, &kids), Neither
}

// intoLeft combines the branch a with a node b that lies under one of its
// children.
func (c *combiner[V]) intoLeft(a, b *node[V]) (*node[V], Side) {
	i := a.slot(b.prefix)
	kid, side := c.nodes(a.kids()[i], b)
	switch {
	case c.keepLeft && side&Left != 0:
		return a, Left
	case c.keepLeft:
		return a.replace(i, kid), Neither
	case side&Right != 0:
		return b, Right
	}
	return kid, Neither
}

func (c *combiner[V]) intoRight(a, b *node[V]) (*node[V], Side) {
	i := b.slot(a.prefix)
	kid, side := c.nodes(a, b.kids()[i])
	switch {
	case c.keepRight && side&Right != 0:
		return b, Right
	case c.keepRight:
		return b.replace(i, kid), Neither
	case side&Left != 0:
		return a, Left
	}
	return kid, Neither
}

func (c *combiner[V]) leaves(a, b *node[V]) (*node[V], Side) {
	var array [fanout]V
	vals := array[:0]
	var slots uint8
	side := Both
	i, j := 0, 0
	for rest := a.slots | b.slots; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		inA, inB := a.slots&bit != 0, b.slots&bit != 0
		var v V
		s := Drop
		switch {
		case inA && inB:
			v, s = c.f(a.vals()[i], b.vals()[j])
		case inA && c.keepLeft:
			v, s = a.vals()[i], Left
		case inB && c.keepRight:
			v, s = b.vals()[j], Right
		}
		if s != Drop {
			vals = append(vals, v)
			slots |= bit
			side &= s
		} else if inA != inB {
			// Left out of the result, as in the operand that lacks it.
			side &= sideWithout(inA)
		} else {
			side = Neither
		}
		if inA {
			i++
		}
		if inB {
			j++
		}
	}
	switch {
	case side&Left != 0:
		return a, side
	case side&Right != 0:
		return b, side
	case slots == 0:
		return nil, Neither
	}
	return newLeaf(a.prefix, slots, vals), Neither
}

func sideWithout(inLeft bool) Side {
	if inLeft {
		return Right
	}
	return Left
}
