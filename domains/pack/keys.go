package pack

import "slices"

// Pack returns the keys that s may relate k to, ascending, k among them. The slice
// must not be changed.
func (s State[K, R]) Pack(k K) []K { return s.pack(k) }

// Keys returns the keys of packs of which something is known, ascending.
func (s State[K, R]) Keys() []K {
	var keys []K
	for _, c := range s.cells.All() {
		keys = append(keys, c.keys...)
	}
	slices.Sort(keys)
	return keys
}
