package fixed

import (
	"testing"
	"time"
)

func TestPool(t *testing.T) {
	p := NewPool(1)
	c := p.Get()
	got := make(chan *Conn, 1)
	go func() { got <- p.Get() }()
	time.Sleep(5 * time.Millisecond)
	c.Broken = true
	p.Put(c)
	select {
	case c := <-got:
		if c.ID != 2 {
			t.Error(c)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no connection in time")
	}
}
