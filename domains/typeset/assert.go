package typeset

// TestIs narrows s to the values for which the type assertion x.(t) succeeds, or to
// those for which it does not, where t is a type and not an interface. Both are
// exact.
func (d Domain[T]) TestIs(s Set[T], t T, holds bool) Set[T] {
	is := d.Of(t)
	if holds {
		return d.Meet(s, is)
	}
	return d.Meet(s, is.complement())
}

// TestImplements narrows s to the values for which the assertion to an interface
// succeeds, or to those for which it does not. implements answers for a type, and
// says whether the answer is known. Nil implements nothing. Where s lists no types,
// all that it has are kept.
func (d Domain[T]) TestImplements(s Set[T], implements func(t T) (yes, known bool), holds bool) Set[T] {
	if holds {
		s = s.NonNil()
	}
	if s.except {
		return s
	}
	var kept []T
	for t := range s.types.All() {
		if yes, known := implements(t); !known || yes == holds {
			kept = append(kept, t)
		}
	}
	if len(kept) == s.types.Len() {
		return s
	}
	r := d.Of(kept...)
	r.null = s.null
	return r
}
