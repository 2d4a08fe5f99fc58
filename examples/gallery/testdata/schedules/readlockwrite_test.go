package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/readlockwrite"
	"github.com/seed38182bad/parallax/examples/gallery/readlockwrite/fixed"
)

func TestReadLockWrite(t *testing.T) { reads(t, readlockwrite.New()) }

func TestReadLockWriteFixed(t *testing.T) { reads(t, fixed.New()) }

type pages[P any] interface {
	Put(key string, page P)
	Get(key string) (P, bool)
	Hits() int
}

// reads has two look at a page. Both are counted.
func reads[P ~string](t *testing.T, c pages[P]) {
	c.Put("key", "page")
	get := func() {
		if page, ok := c.Get("key"); !ok || page != "page" {
			t.Errorf("the page is %q", page)
		}
	}
	together(get, get)
	if n := c.Hits(); n != 2 {
		t.Errorf("there were %d hits, want 2", n)
	}
}
