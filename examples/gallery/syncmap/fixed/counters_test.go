package fixed

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestGet(t *testing.T) {
	var c Counters
	s := stage.New(t)
	var got [2]*atomic.Int64
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			s.Wait(i) // the first one looks first
			got[i] = c.Get("hits", func() *atomic.Int64 {
				s.Done()
				s.Wait(3 - i) // until both have found none, and the second one has stored its own
				return new(atomic.Int64)
			})
			s.Done()
		})
	}
	wg.Wait()
	if got[0] != got[1] {
		t.Error("there are two counters with one name")
	}
}
