package fixed

import (
	"testing"
	"time"
)

func TestClose(t *testing.T) {
	m := Start()
	m.Send(Letter{"ada", "hello"})
	time.Sleep(20 * time.Millisecond)
	if m.sent.Load() != 1 {
		t.Error(m.sent.Load())
	}
	for range 24 {
		m.Send(Letter{"bob", "hello"})
	}
	closed := make(chan bool)
	go func() {
		m.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(60 * time.Millisecond):
		t.Log("Close takes long")
	}
}
