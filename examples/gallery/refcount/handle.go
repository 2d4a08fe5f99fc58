// Package refcount counts who uses a file, in an atomic variable. Who wants to use it looks
// whether it is still open, and counts itself in a second step.
//
//	Acquire              Release
//	users: 1
//	                     users is 0, and closes
//	users is 1                                    the file is used after it was closed
package refcount

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

// Acquire adds a user, which note is told of, and reports whether the file is open.
func (h *Handle) Acquire(note func()) bool {
	if h.users.Load() == 0 {
		return false
	}
	note()
	h.users.Add(1)
	return true
}

// Release takes a user away.
func (h *Handle) Release() {
	if h.users.Add(-1) == 0 {
		h.closed.Store(true)
	}
}

// Closed reports whether the file is closed.
func (h *Handle) Closed() bool { return h.closed.Load() }
