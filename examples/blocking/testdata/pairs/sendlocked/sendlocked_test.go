package sendlocked

import (
	"testing"
	"time"
)

func TestDesk(t *testing.T) {
	d := &Desk{orders: make(chan order)}
	go d.Put(order{7})
	time.Sleep(5 * time.Millisecond)
	taken := make(chan order, 1)
	go func() { taken <- d.Take() }()
	select {
	case o := <-taken:
		if o.number != 7 {
			t.Error(o)
		}
	case <-time.After(30 * time.Millisecond):
		t.Log("no order in time")
	}
}
