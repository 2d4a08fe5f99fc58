package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/refcount"
	"github.com/seed38182bad/parallax/examples/gallery/refcount/fixed"
)

func TestRefCount(t *testing.T) { acquires(t, refcount.Open()) }

func TestRefCountFixed(t *testing.T) { acquires(t, fixed.Open()) }

type handle interface {
	Acquire(note func()) bool
	Release()
	Closed() bool
}

// acquires begins to use a file while the last one ends who uses it. A file in use is open.
func acquires(t *testing.T, h handle) {
	together(
		func() {
			if !h.Acquire(func() {}) {
				return
			}
			if h.Closed() {
				t.Error("the file is closed while it is used")
			}
			h.Release()
		},
		h.Release,
	)
	if !h.Closed() {
		t.Error("the file is not closed, and nobody uses it")
	}
}
