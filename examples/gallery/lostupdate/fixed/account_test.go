package fixed

import (
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestDeposit(t *testing.T) {
	var a Account
	s := stage.New(t)
	var wg sync.WaitGroup
	for _, amount := range []int{10, 20} {
		wg.Go(func() {
			a.Deposit(amount, func() bool {
				s.Done()
				s.Try(2) // the other one cannot come here
				return true
			})
		})
	}
	wg.Wait()
	if b := a.Balance(); b != 30 {
		t.Errorf("the balance is %d, want 30", b)
	}
}
