// Package syncmap looks into a sync.Map and then stores what it did not find. The map is safe
// to use by many, and two of them may both find nothing.
//
//	Get("hits")          Get("hits")
//	finds none
//	                     finds none
//	stores counter 1
//	                     stores counter 2     what counter 1 counts is in no list
package syncmap

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
	n := create()
	c.byName.Store(name, n)
	return n
}
