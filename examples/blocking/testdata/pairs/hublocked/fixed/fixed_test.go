package fixed

import (
	"testing"
	"time"
)

func TestLeave(t *testing.T) {
	h := NewHub()
	s := h.Join("ada")
	go h.Publish(event{"first"})
	if e := <-s.events; e.topic != "first" {
		t.Error(e)
	}
	go h.Publish(event{"second"})
	time.Sleep(5 * time.Millisecond)
	left := make(chan bool)
	go func() {
		h.Leave("ada", s)
		close(left)
	}()
	select {
	case <-left:
	case <-time.After(30 * time.Millisecond):
		t.Log("it takes long to leave")
	}
}
