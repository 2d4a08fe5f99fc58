package getset

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestRaise(t *testing.T) {
	var x Thermostat
	x.SetTarget(20)
	s := stage.New(t)
	var wg sync.WaitGroup
	for _, by := range []int{1, 2} {
		wg.Go(func() {
			x.Raise(func() int {
				s.Done()
				s.Wait(2) // until both know that it is 20
				return by
			})
		})
	}
	wg.Wait()
	if n := x.Target(); n == 23 {
		t.Errorf("the target is %d, so nothing was lost", n)
	}
}
