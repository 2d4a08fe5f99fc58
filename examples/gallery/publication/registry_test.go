package publication

import (
	"sync"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestAdd(t *testing.T) {
	r := New()
	if _, ok := r.Timeout("ada"); ok {
		t.Error("there is a user before one is added")
	}
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		r.Add("ada", func() time.Duration {
			s.Done()
			s.Wait(2) // until somebody has looked
			return time.Second
		})
	})
	wg.Go(func() {
		s.Wait(1)
		timeout, ok := r.Timeout("ada")
		if !ok || timeout != 0 {
			t.Errorf("found a user (%v) with the timeout %v, want one without a timeout", ok, timeout)
		}
		s.Done()
	})
	wg.Wait()
}
