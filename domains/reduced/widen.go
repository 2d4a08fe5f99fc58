package reduced

// Widen widens what earlier widenings of old produced by the reduced form of next,
// and reduces the result for all but later widenings. It returns old if next
// lies below.
func (d Domain[E]) Widen(old, next Value[E], thresholds ...int64) Value[E] {
	switch {
	case d.Leq(next, old):
		return old
	case !old.some:
		return next
	}
	return d.from(d.ops.Widen(old.widest(), next.form, thresholds...))
}

// Narrow narrows what widening produced, and reduces the result.
func (d Domain[E]) Narrow(old, next Value[E]) Value[E] {
	if !old.some || !next.some {
		return Value[E]{}
	}
	return d.from(d.ops.Narrow(old.widest(), next.form))
}

// widest returns what widening produced, or the reduced form if that is it.
func (v Value[E]) widest() E {
	if v.wider != nil {
		return *v.wider
	}
	return v.form
}

// from returns the value that has been widened to e.
func (d Domain[E]) from(e E) Value[E] {
	v := d.Of(e)
	if v.some && !d.of.Equal(v.form, e) {
		v.wider = &e
	}
	return v
}
