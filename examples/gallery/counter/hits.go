// Package counter counts under a lock, and reads the number without it, since it is only one
// word. Nothing says that the reader ever sees another number.
//
//	Hit                  Count
//	n is 1
//	                     n: 0 or 1, and 0 may be read after 1
package counter

import "sync"

// Hits counts visits.
type Hits struct {
	mu sync.Mutex
	n  int
}

// Hit counts one more.
func (h *Hits) Hit() {
	h.mu.Lock()
	h.n++
	h.mu.Unlock()
}

// Count is how many there were.
func (h *Hits) Count() int {
	return h.n
}
