package fixed

import (
	"testing"
	"time"
)

func TestPay(t *testing.T) {
	f := New(100, &Invoice{Number: 1, Amount: 30}, &Invoice{Number: 2, Amount: 40})
	if n := f.Pay(); n != 2 || f.Money() != 30 {
		t.Error(n, f.Money())
	}
	f = New(100, &Invoice{Number: 3, Amount: 200}, &Invoice{Number: 4, Amount: 40})
	paid := make(chan int, 1)
	go func() { paid <- f.Pay() }()
	select {
	case n := <-paid:
		if n != 1 || f.Money() != 60 {
			t.Error(n, f.Money())
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to pay")
	}
}
