package schedules

import (
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/syncmap"
	"github.com/seed38182bad/parallax/examples/gallery/syncmap/fixed"
)

func TestSyncMap(t *testing.T) { finds(t, &syncmap.Counters{}) }

func TestSyncMapFixed(t *testing.T) { finds(t, &fixed.Counters{}) }

type counters interface {
	Get(name string, create func() *atomic.Int64) *atomic.Int64
}

// finds has two count with a counter that they find by its name.
func finds(t *testing.T, c counters) {
	count := func() { c.Get("hits", func() *atomic.Int64 { return new(atomic.Int64) }).Add(1) }
	together(count, count)
	n := c.Get("hits", func() *atomic.Int64 { return new(atomic.Int64) })
	if n := n.Load(); n != 2 {
		t.Errorf("there are %d hits, want 2", n)
	}
}
