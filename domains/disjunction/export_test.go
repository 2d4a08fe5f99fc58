package disjunction

// Limit returns the number of elements that a join may have, 0 for no limit.
func (d Domain[E]) Limit() int { return d.limit }
