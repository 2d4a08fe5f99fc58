package inventory

import (
	"testing"
	"time"
)

func TestTake(t *testing.T) {
	i := New()
	screw := Part{"screw", 10}
	i.Add(screw, 10)
	if n := i.Number(screw); n != 10 {
		t.Error(n)
	}
	taken := make(chan bool)
	go func() {
		i.Take(screw)
		close(taken)
	}()
	select {
	case <-taken:
		if n := i.Number(screw); n != 9 {
			t.Error(n)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to take a screw")
	}
}
