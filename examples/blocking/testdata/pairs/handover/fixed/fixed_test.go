package fixed

import (
	"testing"
	"time"
)

func TestToggle(t *testing.T) {
	var l Lamp
	l.Toggle(1)
	if !l.On() {
		t.Error("the lamp is off")
	}
	toggled := make(chan bool)
	go func() {
		l.Toggle(2)
		l.Toggle(3)
		close(toggled)
	}()
	select {
	case <-toggled:
		if l.On() {
			t.Error("the lamp is on")
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to toggle the lamp")
	}
}
