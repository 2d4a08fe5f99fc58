package lockcycle

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestTransfer(t *testing.T) {
	a, b := New(1, 100), New(2, 100)
	s := stage.New(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		Transfer(a, b, 30)
		s.Done()
	})
	wg.Go(func() {
		s.Wait(1) // lest they wait for each other
		Transfer(b, a, 10)
	})
	wg.Wait()
	if n := a.Balance() + b.Balance(); n != 200 {
		t.Errorf("there are %d, want 200", n)
	}
}
