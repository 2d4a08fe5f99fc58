// Package fixed has a lock for both.
package fixed

import "sync"

// A Rate tells how many questions were answered from memory.
type Rate struct {
	mu        sync.Mutex
	hits, all int64
}

// Hit counts a question that was answered from memory, and notes that.
func (r *Rate) Hit(note func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hits++
	note()
	r.all++
}

// Miss counts a question that was not.
func (r *Rate) Miss() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all++
}

// Percent is how many of a hundred were answered from memory.
func (r *Rate) Percent() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hits == 0 {
		return 0
	}
	return 100 * r.hits / r.all
}
