// Package fixed adds in one atomic operation.
package fixed

import "sync/atomic"

// A Meter adds up what was used.
type Meter struct {
	used atomic.Int64
}

// Add adds what measure says.
func (m *Meter) Add(measure func() int64) {
	m.used.Add(measure())
}

// Used is how much was used.
func (m *Meter) Used() int64 { return m.used.Load() }
