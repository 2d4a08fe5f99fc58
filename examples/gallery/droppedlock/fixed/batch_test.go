package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestFlush(t *testing.T) {
	var b Batch
	b.Add("a")
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		b.Flush(func([]Line) {
			s.Done()
			s.Wait(2) // until there is one more
		})
	})
	wg.Go(func() {
		s.Wait(1)
		b.Add("b")
		s.Done()
	})
	wg.Wait()
	if n := b.Pending(); n != 1 {
		t.Errorf("%d lines are pending: want 1", n)
	}
}
