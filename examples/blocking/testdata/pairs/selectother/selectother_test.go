package selectother

import (
	"testing"
	"time"
)

func TestBeat(t *testing.T) {
	if !Beat(make(chan ending)) {
		t.Error("no beat")
	}
	end := make(chan ending)
	close(end)
	if Beat(end) {
		t.Error("a beat after the end")
	}
	time.Sleep(20 * time.Millisecond)
}
