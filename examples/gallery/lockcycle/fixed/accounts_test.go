package fixed

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
	if a.balance != 80 || b.balance != 120 {
		t.Errorf("the balances are %d and %d, want 80 and 120", a.balance, b.balance)
	}
}
