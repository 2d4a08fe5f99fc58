package counter

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestCount(t *testing.T) {
	var h Hits
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		h.Hit()
		s.Done()
		s.Wait(2)
		h.Hit()
	})
	wg.Go(func() {
		s.Wait(1) // until one is counted
		t.Logf("%d visits", h.Count())
		s.Done()
	})
	wg.Wait()
}
