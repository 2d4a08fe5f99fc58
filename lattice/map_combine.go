package lattice

// Merge returns the map of all keys of either map, and which operand it equals. A key of
// both gets what f makes of the two values (or is left out, if f says Drop), a key of one
// keeps its value.
//
// If the result is m, or is other, that very map is returned and nothing is allocated.
// For that to work, f has to name the operand that its result equals. Parts that the
// maps share, and values that are the same in memory, are taken over without calling f,
// where that is cheap to see.
func (m Map[K, V]) Merge(other Map[K, V], f Combine[V]) (Map[K, V], Side) {
	c := combiner[K, V]{f: f, keep: true}
	n, side := c.nodes(m.root, other.root)
	return Map[K, V]{n}, side
}

// Intersect is Merge for the keys that are in both maps.
func (m Map[K, V]) Intersect(other Map[K, V], f Combine[V]) (Map[K, V], Side) {
	c := combiner[K, V]{f: f}
	n, side := c.nodes(m.root, other.root)
	return Map[K, V]{n}, side
}

// combiner walks two trees at once. All its methods return a node and the
// operands that this node equals. If that includes Left, the node is the left
// operand itself; if only Right, the right one.
type combiner[K Integer, V any] struct {
	f    Combine[V]
	keep bool // the keys that only one map has
}

func (c *combiner[K, V]) nodes(a, b *node[K, V]) (*node[K, V], Side) {
	switch {
	case a == b:
		return a, Both
	case b == nil && c.keep:
		return a, Left
	case b == nil:
		return nil, Right
	case a == nil && c.keep:
		return b, Right
	case a == nil:
		return nil, Left
	case a.shift == 0 && b.shift == 0:
		return c.leaves(a, b)
	case b.shift == 0:
		return c.leafIntoLeft(a, b)
	case a.shift == 0:
		return c.leafIntoRight(a, b)
	}
	x, y := a.branch(), b.branch()
	switch {
	case x.shift == y.shift && x.prefix == y.prefix:
		return c.branches(x, y)
	case x.shift > y.shift && x.covers(y.prefix):
		return c.intoLeft(x, b)
	case y.shift > x.shift && y.covers(x.prefix):
		return c.intoRight(a, y)
	case c.keep:
		return fork(a, b), Neither
	}
	return nil, Neither
}

// branches gathers children only once it is clear that the result equals
// neither operand. Until then its children are those of an operand.
func (c *combiner[K, V]) branches(a, b *branch[K, V]) (*node[K, V], Side) {
	side := Both
	var r branch[K, V]
	for i, x := range &a.kids {
		if x == b.kids[i] {
			continue
		}
		kid, s := c.nodes(x, b.kids[i])
		r.size += kid.len() - x.len()
		if side != Neither {
			before := side
			if side &= s; side != Neither {
				continue
			}
			if before&Left != 0 {
				r.kids = a.kids
			} else {
				r.kids = b.kids
			}
		}
		r.kids[i] = kid
	}
	switch {
	case side&Left != 0:
		return &a.node, side
	case side == Right:
		return &b.node, side
	}
	r.size += a.size
	r.shift, r.prefix = a.shift, a.prefix
	if c.keep && r.size > leafMax {
		return r.copied(), Neither
	}
	return r.canonical(), Neither
}

// intoLeft combines the branch a with a node b that lies under one of its
// children.
func (c *combiner[K, V]) intoLeft(a *branch[K, V], b *node[K, V]) (*node[K, V], Side) {
	i := a.slot(b.someWord())
	kid, side := c.nodes(a.kids[i], b)
	switch {
	case c.keep && side&Left != 0:
		return &a.node, Left
	case c.keep:
		return a.replace(i, kid), Neither
	case side&Right != 0:
		return b, Right
	}
	return kid, Neither
}

func (c *combiner[K, V]) intoRight(a *node[K, V], b *branch[K, V]) (*node[K, V], Side) {
	i := b.slot(a.someWord())
	kid, side := c.nodes(a, b.kids[i])
	switch {
	case c.keep && side&Right != 0:
		return &b.node, Right
	case c.keep:
		return b.replace(i, kid), Neither
	case side&Left != 0:
		return a, Left
	}
	return kid, Neither
}

// leafIntoLeft combines the branch a, which has more keys, with the leaf b.
func (c *combiner[K, V]) leafIntoLeft(a, b *node[K, V]) (*node[K, V], Side) {
	if !c.keep {
		return filter(b, a, Right, func(v, w V) (V, Side) { return c.f(w, v) })
	}
	r := insert(a, b, Left, c.f)
	if r == a {
		return a, Left
	}
	return r, Neither
}

// leafIntoRight combines the leaf a with the branch b, which has more keys.
func (c *combiner[K, V]) leafIntoRight(a, b *node[K, V]) (*node[K, V], Side) {
	if !c.keep {
		return filter(a, b, Left, c.f)
	}
	r := insert(b, a, Right, func(v, w V) (V, Side) { return c.f(w, v) })
	if r == b {
		return b, Right
	}
	return r, Neither
}

// insert combines the entries of a leaf with those of a tree whose other
// entries stay. It returns the tree itself if nothing changes in it.
func insert[K Integer, V any](tree, leaf *node[K, V], treeSide Side, f Combine[V]) *node[K, V] {
	r := tree
	vals := leaf.vals()
	for i, k := range leaf.keys() {
		old := tree.get(k)
		if old == nil {
			r = r.set(k, vals[i])
			continue
		}
		switch v, s := f(*old, vals[i]); {
		case s == Drop:
			r = r.without(k)
		case s&treeSide == 0:
			r = r.set(k, v)
		}
	}
	return r
}

// filter combines the entries of a leaf with those of a tree whose other entries
// vanish, so that a leaf remains at most.
func filter[K Integer, V any](leaf, tree *node[K, V], leafSide Side, f Combine[V]) (*node[K, V], Side) {
	var e entries[K, V]
	side := leafSide
	vals := leaf.vals()
	for i, k := range leaf.keys() {
		v, s := vals[i], Drop
		if other := tree.get(k); other != nil {
			v, s = f(v, *other)
		}
		if s != Drop {
			e.add(k, v)
		}
		side &= s
	}
	if side != Neither {
		return leaf, side
	}
	return e.node(), Neither
}

func (c *combiner[K, V]) leaves(a, b *node[K, V]) (*node[K, V], Side) {
	if same(a.keys(), b.keys()) {
		return c.leavesOfSameKeys(a, b)
	}
	return c.leavesOfAnyKeys(a, b)
}

// leavesOfSameKeys allocates its result, like branches, as soon as it is clear
// that it equals neither operand. Without it, BenchmarkMergeUnshared takes twice as
// long.
func (c *combiner[K, V]) leavesOfSameKeys(a, b *node[K, V]) (*node[K, V], Side) {
	var r *node[K, V]
	side := Both
	vs, ws := a.vals(), b.vals()
	for i := 0; i < len(vs); i++ {
		i += samePrefix(vs[i:], ws[i:])
		if i == len(vs) {
			break
		}
		v, s := c.f(vs[i], ws[i])
		if s == Drop {
			return c.leavesOfAnyKeys(a, b)
		}
		if side != Neither {
			before := side
			if side &= s; side != Neither {
				continue
			}
			if before&Left != 0 {
				r = newLeaf(a.keys(), vs)
			} else {
				r = newLeaf(b.keys(), ws)
			}
		}
		r.vals()[i] = v
	}
	switch {
	case side&Left != 0:
		return a, side
	case side == Right:
		return b, side
	}
	return r, Neither
}

func (c *combiner[K, V]) leavesOfAnyKeys(a, b *node[K, V]) (*node[K, V], Side) {
	var r entries[K, V]
	side := Both
	ks, ls := a.keys(), b.keys()
	vs, ws := a.vals(), b.vals()
	for len(ks) > 0 || len(ls) > 0 {
		inA := len(ls) == 0 || len(ks) > 0 && ks[0] <= ls[0]
		inB := len(ks) == 0 || len(ls) > 0 && ls[0] <= ks[0]
		var k K
		var v V
		s := Drop
		switch {
		case inA && inB:
			k = ks[0]
			if same(vs[:1], ws[:1]) {
				v, s = vs[0], Both
			} else {
				v, s = c.f(vs[0], ws[0])
			}
		case inA && c.keep:
			k, v, s = ks[0], vs[0], Left
		case inB && c.keep:
			k, v, s = ls[0], ws[0], Right
		}
		if s != Drop {
			r.add(k, v)
			side &= s
		} else if inA != inB {
			// Left out of the result, as in the operand that lacks it.
			side &= sideWithout(inA)
		} else {
			side = Neither
		}
		if inA {
			ks, vs = ks[1:], vs[1:]
		}
		if inB {
			ls, ws = ls[1:], ws[1:]
		}
	}
	switch {
	case side&Left != 0:
		return a, side
	case side&Right != 0:
		return b, side
	}
	return r.node(), Neither
}

func sideWithout(inLeft bool) Side {
	if inLeft {
		return Right
	}
	return Left
}
