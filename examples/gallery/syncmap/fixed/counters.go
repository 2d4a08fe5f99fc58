// Package fixed stores only if there is none at that moment.
package fixed

import (
	"sync"
	"sync/atomic"
)

// Counters are counters with names.
type Counters struct {
	byName sync.Map // of *atomic.Int64
}

// Get gives the counter with a name, which create makes if there is none.
func (c *Counters) Get(name string, create func() *atomic.Int64) *atomic.Int64 {
	if v, ok := c.byName.Load(name); ok {
		return v.(*atomic.Int64)
	}
	v, _ := c.byName.LoadOrStore(name, create())
	return v.(*atomic.Int64)
}
