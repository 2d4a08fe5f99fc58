package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestTake(t *testing.T) {
	q := New()
	s := stage.New(t)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { q.Take(s.Done) })
	}
	wg.Go(func() {
		s.Wait(2) // until both wait, as they do before anybody else has the lock
		q.Put("a")
		q.Put("b")
	})
	wg.Wait()
}
