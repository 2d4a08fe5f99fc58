// Package fixed reads the number under the lock, too.
package fixed

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
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.n
}
