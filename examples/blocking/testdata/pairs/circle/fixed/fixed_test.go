package fixed

import (
	"testing"
	"time"
)

func TestMeet(t *testing.T) {
	met := make(chan bool, 1)
	Meet(func() { met <- true })
	select {
	case <-met:
	case <-time.After(20 * time.Millisecond):
		t.Log("they did not meet in time")
	}
}
