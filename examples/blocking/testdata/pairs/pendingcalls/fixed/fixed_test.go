package fixed

import (
	"errors"
	"testing"
	"time"
)

func TestCall(t *testing.T) {
	replies := make(chan Reply, 1)
	c := Dial(func(call int, text string) {
		if text == "quit" {
			close(replies)
			return
		}
		replies <- Reply{call, "re: " + text}
	}, replies)
	if text, err := c.Call("hello"); text != "re: hello" || err != nil {
		t.Error(text, err)
	}
	failed := make(chan error, 1)
	go func() {
		_, err := c.Call("quit")
		failed <- err
	}()
	select {
	case err := <-failed:
		if !errors.Is(err, ErrGone) {
			t.Error(err)
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no reply in time")
	}
}
