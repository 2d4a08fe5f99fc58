package condloop

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestTake(t *testing.T) {
	q := New()
	s := stage.New(t)
	var panics [2]any
	var wg sync.WaitGroup
	for i := range panics {
		wg.Go(func() {
			defer func() { panics[i] = recover() }()
			q.Take(s.Done)
		})
	}
	wg.Go(func() {
		s.Wait(2) // until both wait, as they do before anybody else has the lock
		q.Put("a")
	})
	wg.Wait()
	if panics[0] == nil && panics[1] == nil {
		t.Error("nothing went wrong")
	}
}
