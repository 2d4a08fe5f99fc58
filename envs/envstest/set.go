package envstest

import "maps"

// A Set is a state that collects keys on the way to a point, such as operations or registers. It is finite for every
// program. It is for tests of drivers.
type Set[K comparable] map[K]bool

// Clone copies the set.
func (s Set[K]) Clone() Set[K] { return maps.Clone(s) }

// Merge adds the operations of another set, and reports whether that made the receiver larger.
func (s Set[K]) Merge(o Set[K]) (Set[K], bool) {
	n := len(s)
	maps.Copy(s, o)
	return s, len(s) > n
}
