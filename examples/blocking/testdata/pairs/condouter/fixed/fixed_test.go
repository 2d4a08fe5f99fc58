package fixed

import (
	"testing"
	"time"
)

func TestPaint(t *testing.T) {
	s := New()
	s.Deliver(Color{"blue"})
	s.Paint()
	painted := make(chan bool)
	go func() {
		s.Paint()
		close(painted)
	}()
	time.Sleep(5 * time.Millisecond)
	go s.Deliver(Color{"red"})
	select {
	case <-painted:
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.paintings) != 2 {
			t.Error(s.paintings)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no painting in time")
	}
}
