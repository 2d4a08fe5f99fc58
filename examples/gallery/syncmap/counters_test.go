package syncmap

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
			got[i] = c.Get("hits", func() *atomic.Int64 {
				if i == 1 {
					s.Wait(1) // until the other one has found none
				}
				s.Done()
				if i == 0 {
					s.Wait(3) // until the other one has stored its own
				}
				return new(atomic.Int64)
			})
			if i == 1 {
				s.Done()
			}
		})
	}
	wg.Wait()
	if got[0] == got[1] {
		t.Error("both have the same counter")
	}
}
