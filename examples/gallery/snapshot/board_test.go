package snapshot

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestTotal(t *testing.T) {
	b := New(2)
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		sum := b.Total(func(Points) {
			s.Done()
			s.Wait(2) // until the other player has points
		})
		if sum != 5 {
			t.Errorf("the sum is %d, want 5", sum)
		}
	})
	wg.Go(func() {
		s.Wait(1)
		b.Add(1, 5)
		s.Done()
	})
	wg.Wait()
}
