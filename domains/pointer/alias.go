package pointer

// MustAlias reports whether p and q point to the same object for certain, where
// both are followed. Each then points to one object unless it is nil, and that
// is the same instance. It is true also where one of them can only be nil or
// nothing, since then the two are never followed.
func (d Domain) MustAlias(p, q Set) bool {
	if p.PointsNowhere() || q.PointsNowhere() {
		return true
	}
	x, oneX := p.Single()
	y, oneY := q.Single()
	return oneX && oneY && x == y
}

// MayAlias reports whether p and q may point to the same object. Two pointers
// that are nil alias nothing.
func (d Domain) MayAlias(p, q Set) bool { return !d.Meet(p, q).PointsNowhere() }

// TestEqual narrows p and q to what they may be where p == q: both become what
// both may be.
func (d Domain) TestEqual(p, q Set) (Set, Set) {
	m := d.Meet(p, q)
	return m, m
}

// TestUnequal narrows p and q to what they may be where p != q. Where one of them
// can be one thing only, nil or a single instance, the other is not that.
func (d Domain) TestUnequal(p, q Set) (Set, Set) {
	p, q = butFor(p, q), butFor(q, p)
	if p.IsBottom() || q.IsBottom() {
		return Set{}, Set{}
	}
	return p, q
}

// butFor is what p may be where it differs from q.
func butFor(p, q Set) Set {
	o, single := q.Single()
	switch {
	case q.IsBottom():
		return Set{}
	case q.IsNil():
		return p.NonNil()
	case single && !q.null:
		return p.Without(o)
	}
	return p
}
