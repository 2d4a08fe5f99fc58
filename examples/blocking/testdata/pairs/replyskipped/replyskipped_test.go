package replyskipped

import (
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	s := Serve(map[string]string{"blue": "#00f"})
	if value, found := s.Get("blue"); !found || value != "#00f" {
		t.Error(value, found)
	}
	answered := make(chan bool, 1)
	go func() {
		_, found := s.Get("pink")
		answered <- found
	}()
	select {
	case found := <-answered:
		if found {
			t.Error("pink is in the table")
		}
	case <-time.After(30 * time.Millisecond):
		t.Log("no answer in time")
	}
	s.Stop()
}
