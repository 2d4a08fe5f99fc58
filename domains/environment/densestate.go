package environment

import "github.com/seed38182bad/parallax/lattice"

// Clone returns a copy.
func (d *Dense[V]) Clone() *Dense[V] { return &Dense[V]{d.of, d.vars.Clone(), d.reached} }

// CloneInto returns a copy in the memory of spare.
func (d *Dense[V]) CloneInto(spare *Dense[V]) *Dense[V] {
	spare.of, spare.vars, spare.reached = d.of, d.vars.CloneInto(spare.vars), d.reached
	return spare
}

// Leq reports whether every variable of d lies below that of other.
func (d *Dense[V]) Leq(other *Dense[V]) bool {
	switch {
	case !d.reached || !other.reached:
		return !d.reached
	case d.Len() == other.Len():
		return d.vars.Leq(other.vars)
	}
	for i := range max(d.Len(), other.Len()) {
		if !d.of.values.Leq(d.Get(i), other.Get(i)) {
			return false
		}
	}
	return true
}

// Equal reports whether all variables have equal values.
func (d *Dense[V]) Equal(other *Dense[V]) bool {
	switch {
	case !d.reached || !other.reached:
		return d.reached == other.reached
	case d.Len() == other.Len():
		return d.vars.Equal(other.vars)
	}
	for i := range max(d.Len(), other.Len()) {
		if !d.of.values.Equal(d.Get(i), other.Get(i)) {
			return false
		}
	}
	return true
}

// Merge joins each variable, in place.
func (d *Dense[V]) Merge(other *Dense[V]) (*Dense[V], bool) {
	if !d.reached || !other.reached {
		return d.orElse(other)
	}
	_, grew := d.vars.Merge(d.fit(other))
	return d, grew
}

// Widen widens the variables to which next adds something, in place.
func (d *Dense[V]) Widen(next *Dense[V]) (*Dense[V], bool) {
	if !d.reached || !next.reached {
		return d.orElse(next)
	}
	_, grew := d.vars.Widen(d.fit(next))
	return d, grew
}

// WidenTo is Widen with thresholds.
func (d *Dense[V]) WidenTo(next *Dense[V], thresholds []int64) (*Dense[V], bool) {
	if !d.reached || !next.reached {
		return d.orElse(next)
	}
	_, grew := d.vars.WidenTo(d.fit(next), thresholds)
	return d, grew
}

// Narrow narrows each variable, in place.
func (d *Dense[V]) Narrow(next *Dense[V]) (*Dense[V], bool) {
	if !d.reached || !next.reached {
		changed := d.reached
		d.reached = false
		return d, changed
	}
	_, changed := d.vars.Narrow(d.fit(next))
	for _, v := range d.vars.All() {
		if changed && d.of.values.Equal(v, d.of.bottom) {
			d.reached = false
		}
	}
	return d, changed
}

// orElse is the join of two environments of which one is bottom.
func (d *Dense[V]) orElse(other *Dense[V]) (*Dense[V], bool) {
	if !other.reached {
		return d, false
	}
	return other.CloneInto(d), true
}

// fit returns the variables of other, as many as d has.
func (d *Dense[V]) fit(other *Dense[V]) *lattice.Dense[V] {
	if d.Len() == other.Len() {
		return other.vars
	}
	vars := d.of.of.Of(d.Len(), d.of.top)
	for i := range d.Len() {
		vars.Set(i, other.Get(i))
	}
	return vars
}
