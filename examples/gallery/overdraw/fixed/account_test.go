package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestPay(t *testing.T) {
	var a Account
	a.Deposit(15)
	s := stage.New(t)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.Pay(10, func() bool {
				s.Done()
				s.Wait(2) // nobody knows anything yet
				return true
			})
		})
	}
	wg.Wait()
	if b := a.Balance(); b != 5 {
		t.Errorf("the balance is %d: want 5", b)
	}
}
