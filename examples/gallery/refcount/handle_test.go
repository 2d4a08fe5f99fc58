package refcount

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestAcquire(t *testing.T) {
	h := Open()
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		acquired := h.Acquire(func() {
			s.Done()
			s.Wait(2) // until the last user has gone
		})
		if !acquired || !h.Closed() {
			t.Errorf("acquired is %v and closed is %v, want true and true", acquired, h.Closed())
		}
	})
	wg.Go(func() {
		s.Wait(1)
		h.Release()
		s.Done()
	})
	wg.Wait()
}
