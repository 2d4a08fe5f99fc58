package fixed

import (
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	m := New()
	if m.Known() != 0 {
		t.Error(m.Known())
	}
	results := make(chan Result, 1)
	go func() { results <- m.Get(6) }()
	select {
	case r := <-results:
		if r.Steps != 8 || m.Known() != 1 {
			t.Error(r, m.Known())
		}
	case <-time.After(20 * time.Millisecond):
		t.Log("no result in time")
	}
}
