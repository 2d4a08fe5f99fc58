package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestMove(t *testing.T) {
	store := New(10)
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		store.Move(3, func() {
			s.Done()
			s.Wait(2) // until somebody has counted
		})
	})
	wg.Go(func() {
		s.Wait(1)
		if n := store.Total(); n != 10 {
			t.Errorf("there are %d, want 10", n)
		}
		s.Done()
	})
	wg.Wait()
}
