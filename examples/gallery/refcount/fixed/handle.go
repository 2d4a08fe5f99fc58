// Package fixed adds a user only if there are as many as it has seen.
package fixed

import "sync/atomic"

// A Handle is a file that is closed when nobody uses it any more.
type Handle struct {
	users  atomic.Int32
	closed atomic.Bool
}

// Open gives a handle with one user.
func Open() *Handle {
	h := &Handle{}
	h.users.Store(1)
	return h
}

// Acquire adds a user, which note is told of, perhaps more than once, and reports whether the
// file is open.
func (h *Handle) Acquire(note func()) bool {
	for {
		n := h.users.Load()
		if n == 0 {
			return false
		}
		note()
		if h.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release takes a user away.
func (h *Handle) Release() {
	if h.users.Add(-1) == 0 {
		h.closed.Store(true)
	}
}

// Closed reports whether the file is closed.
func (h *Handle) Closed() bool { return h.closed.Load() }
