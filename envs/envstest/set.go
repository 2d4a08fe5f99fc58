package envstest

import (
	"maps"

	"github.com/seed38182bad/parallax/envs"
)

// A Trail is the set of operations on the way to a point: a state that is finite for every program. It is for tests of
// drivers.
type Trail map[envs.Point]bool

// Clone copies the set.
func (s Trail) Clone() Trail { return maps.Clone(s) }

// Merge adds the operations of another set, and reports whether that made the receiver larger.
func (s Trail) Merge(o Trail) (Trail, bool) {
	n := len(s)
	maps.Copy(s, o)
	return s, len(s) > n
}
