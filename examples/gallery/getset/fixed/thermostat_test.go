package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestRaise(t *testing.T) {
	var x Thermostat
	s := stage.New(t)
	var wg sync.WaitGroup
	for _, by := range []int{1, 2} {
		wg.Go(func() {
			x.Raise(func() int {
				s.Done()
				s.Wait(2) // the two come here together, but nobody has read anything
				return by
			})
		})
	}
	wg.Wait()
	if n := x.Target(); n != 3 {
		t.Errorf("the target is %d, want 3", n)
	}
}
