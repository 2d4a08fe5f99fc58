package fixed

import (
	"sync"
	"testing"
)

func TestGet(t *testing.T) {
	c := New()
	c.Put("key", "page")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.Get("key") })
	}
	wg.Wait()
	if n := c.Hits(); n != 2 {
		t.Errorf("%d hits, want 2", n)
	}
}
