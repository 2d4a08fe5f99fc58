package disjunction

// Widen returns an upper bound of old and next with no more elements than old.
// Each is an element of old, or the widening of one. If old is bottom, it is
// next within the limit.
func (d Domain[E]) Widen(old, next Set[E], thresholds ...int64) Set[E] {
	switch {
	case d.Leq(next, old):
		return old
	case old.Len() == 0:
		return Set[E]{d.within(next.elems)}
	}
	// The news of each element of old: what came of it.
	news := make([]E, old.Len())
	for i := range news {
		news[i] = d.base.Bottom()
	}
	for _, y := range next.elems {
		if !d.order.Has(old.elems, y) {
			i := d.origin(old.elems, y)
			news[i] = d.base.Join(news[i], y)
		}
	}
	var r []E
	for i, x := range old.elems {
		if !d.none(news[i]) {
			x = d.ops.Widen(x, d.base.Join(x, news[i]), thresholds...)
		}
		r = d.order.Add(r, x)
	}
	return Set[E]{r}
}

// origin returns the element that y is taken to have grown out of: the first that lies
// below y. If there is none, it is the one whose join with y lies above the fewest
// other elements.
func (d Domain[E]) origin(elems []E, y E) int {
	best, fewest := 0, len(elems)+1
	for i, x := range elems {
		if d.base.Leq(x, y) {
			return i
		}
		if n := swallowed(d.base, elems, d.base.Join(x, y)); n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// Narrow narrows each element of old towards what next has below it, and drops
// those below which next has nothing. If next does not lie below old, it
// keeps old.
func (d Domain[E]) Narrow(old, next Set[E]) Set[E] {
	if !d.Leq(next, old) || d.Leq(old, next) {
		return old
	}
	var r []E
	for _, x := range old.elems {
		below := d.base.Bottom()
		for _, y := range next.elems {
			if d.base.Leq(y, x) {
				below = d.base.Join(below, y)
			}
		}
		if !d.none(below) {
			r = d.order.Add(r, d.ops.Narrow(x, below))
		}
	}
	return Set[E]{r}
}
