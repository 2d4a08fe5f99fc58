// Package atomicpair has two atomic variables that belong together. Each is always right, and
// both together are not.
//
//	Hit                  Percent
//	hits is 1
//	                     100 * 1 / 0    division by zero; with luck, more than 100 percent
//	all is 1
package atomicpair

import "sync/atomic"

// A Rate tells how many questions were answered from memory.
type Rate struct {
	hits, all atomic.Int64
}

// Hit counts a question that was answered from memory, and notes that.
func (r *Rate) Hit(note func()) {
	r.hits.Add(1)
	note()
	r.all.Add(1)
}

// Miss counts a question that was not.
func (r *Rate) Miss() {
	r.all.Add(1)
}

// Percent is how many of a hundred were answered from memory.
func (r *Rate) Percent() int64 {
	hits := r.hits.Load()
	if hits == 0 {
		return 0
	}
	return 100 * hits / r.all.Load()
}
