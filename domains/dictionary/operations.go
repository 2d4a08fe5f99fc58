package dictionary

import "slices"

// with is m with e at k.
func (d *Domain[K, V]) with(m Map[K, V], k K, e entry[V]) Map[K, V] {
	i, found := m.find(k)
	switch {
	case !e.absent && d.none(e.value):
		return d.unmade(m.null)
	case d.same(e, m.other()):
		if found {
			m.named = slices.Delete(slices.Clone(m.named), i, i+1)
		}
	case found:
		m.named = slices.Clone(m.named)
		m.named[i].entry = e
	default:
		m.named = slices.Insert(slices.Clip(m.named), i, named[K, V]{k, e})
	}
	return m
}

// Get covers the value of m[k] where k is present: bottom if it cannot be.
func (d *Domain[K, V]) Get(m Map[K, V], k K) V {
	if !m.made {
		return d.values.Bottom()
	}
	return m.at(k).value
}

// Lookup covers the value of m[k], which is zero where k is absent or m is nil.
func (d *Domain[K, V]) Lookup(m Map[K, V], k K, zero V) V {
	v := d.Get(m, k)
	if d.MustHave(m, k) {
		return v
	}
	return d.values.Join(v, zero)
}

// LookupAny is Lookup for a key of which nothing is known.
func (d *Domain[K, V]) LookupAny(m Map[K, V], zero V) V {
	if m.IsBottom() {
		return d.values.Bottom()
	}
	return d.values.Join(d.Values(m), zero)
}

// Values covers all values: what a range over m goes through.
func (d *Domain[K, V]) Values(m Map[K, V]) V {
	if !m.made {
		return d.values.Bottom()
	}
	v := m.else_
	for _, n := range m.named {
		v = d.values.Join(v, n.value)
	}
	return v
}

// MustHave reports whether m is not nil and k is present, for certain.
func (d *Domain[K, V]) MustHave(m Map[K, V], k K) bool {
	return !m.null && (!m.made || !m.at(k).absent)
}

// MayHave reports whether k may be present.
func (d *Domain[K, V]) MayHave(m Map[K, V], k K) bool { return m.made && !d.none(m.at(k).value) }

// TestHas narrows m to the maps in which k is present, or to those in which it is
// absent.
func (d *Domain[K, V]) TestHas(m Map[K, V], k K, holds bool) Map[K, V] {
	m.null = m.null && !holds
	if !m.made {
		return m
	}
	e := m.at(k)
	if holds {
		return d.with(m, k, entry[V]{e.value, false})
	}
	return d.with(m, k, entry[V]{d.values.Bottom(), e.absent})
}

// TestNil narrows m to the nil map, or to maps that are not nil.
func (d *Domain[K, V]) TestNil(m Map[K, V], holds bool) Map[K, V] {
	if holds {
		return d.unmade(m.null)
	}
	m.null = false
	return m
}

// Set is m after m[k] = v. A write to a nil map panics: afterwards m is not nil, and
// bottom if it could only be.
func (d *Domain[K, V]) Set(m Map[K, V], k K, v V) Map[K, V] {
	if m = d.TestNil(m, false); !m.made {
		return m
	}
	return d.with(m, k, entry[V]{v, false})
}

// SetAny is m after a write of v at a key of which nothing is known.
func (d *Domain[K, V]) SetAny(m Map[K, V], v V) Map[K, V] {
	if m = d.TestNil(m, false); !m.made || d.none(v) {
		return d.Bottom()
	}
	return d.pointwise(m, Map[K, V]{else_: v}, false, d.values.Join, and)
}

// Delete is m after delete(m, k).
func (d *Domain[K, V]) Delete(m Map[K, V], k K) Map[K, V] {
	if !m.made {
		return m
	}
	return d.with(m, k, entry[V]{d.values.Bottom(), true})
}

// DeleteAny is m after a deletion at a key of which nothing is known.
func (d *Domain[K, V]) DeleteAny(m Map[K, V]) Map[K, V] {
	if !m.made {
		return m
	}
	return d.pointwise(m, m, m.null, d.values.Join, func(_, _ bool) bool { return true })
}

// Clear is m after clear(m).
func (d *Domain[K, V]) Clear(m Map[K, V]) Map[K, V] {
	if !m.made {
		return m
	}
	r := d.Empty()
	r.null = m.null
	return r
}
