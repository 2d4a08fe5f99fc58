package timerstopped

import (
	"testing"
	"time"
)

func TestLater(t *testing.T) {
	called := make(chan bool, 1)
	Later(func() { called <- true })
	select {
	case <-called:
	case <-time.After(30 * time.Millisecond):
		t.Log("not called in time")
	}
}
