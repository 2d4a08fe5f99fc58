package atomiccounter

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestAdd(t *testing.T) {
	var m Meter
	s := stage.New(t)
	var wg sync.WaitGroup
	for _, n := range []int64{10, 20} {
		wg.Go(func() {
			m.Add(func() int64 {
				s.Done()
				s.Wait(2) // until both are about to add
				return n
			})
		})
	}
	wg.Wait()
	if n := m.Used(); n == 30 {
		t.Errorf("%d is used: nothing was lost", n)
	}
}
