package environment

// Set is the assignment k := v. An impossible v makes the environment bottom.
func (d Domain[K, V]) Set(e Env[K, V], k K, v V) Env[K, V] {
	if d.impossible(v) {
		return d.Bottom()
	}
	return d.Maps.Set(e, k, v)
}

// Refine is a condition on variable k, of which f says what it leaves of a value.
// What remains lies below what was known, whatever f returns; if nothing remains,
// the environment is bottom.
func (d Domain[K, V]) Refine(e Env[K, V], k K, f func(V) V) Env[K, V] {
	old := d.Get(e, k)
	return d.Set(e, k, d.values.Meet(old, f(old)))
}

// Forget returns e without what is known of these variables: they may have any
// value.
func (d Domain[K, V]) Forget(e Env[K, V], vars ...K) Env[K, V] {
	for _, k := range vars {
		e = d.Set(e, k, d.values.Top())
	}
	return e
}

// Keep returns e without what is known of the variables for which keep is false.
func (d Domain[K, V]) Keep(e Env[K, V], keep func(K) bool) Env[K, V] {
	for k := range e.All() {
		if !keep(k) {
			e = d.Forget(e, k)
		}
	}
	return e
}

// Rename moves the value of variable from to variable to, whose own value is
// lost; nothing is known of from afterwards. Renaming a variable to itself
// changes nothing.
func (d Domain[K, V]) Rename(e Env[K, V], from, to K) Env[K, V] {
	if from == to {
		return e
	}
	v := d.Get(e, from)
	return d.Forget(d.Set(e, to, v), from)
}
