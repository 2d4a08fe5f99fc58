package notify

import (
	"testing"
	"time"
)

func TestSet(t *testing.T) {
	c := NewConfig()
	w := c.Watch()
	done := make(chan bool)
	go func() {
		for _, value := range []string{"red", "green", "blue"} {
			c.Set("color", value)
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Millisecond):
		t.Log("Set takes long")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != 3 || len(w.Changes) != 1 || len(w.Versions) != 1 {
		t.Error(c.version, len(w.Changes), len(w.Versions))
	}
}
