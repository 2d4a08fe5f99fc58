// Package atomiccounter adds to an atomic variable by a load and a store. Each is atomic, and
// both together are not: a lost update without any lock.
//
//	Add(10)              Add(20)
//	loads 0
//	                     loads 0
//	                     stores 20
//	stores 10                            20 are lost
package atomiccounter

import "sync/atomic"

// A Meter adds up what was used.
type Meter struct {
	used atomic.Int64
}

// Add adds what measure says.
func (m *Meter) Add(measure func() int64) {
	m.used.Store(m.used.Load() + measure())
}

// Used is how much was used.
func (m *Meter) Used() int64 { return m.used.Load() }
