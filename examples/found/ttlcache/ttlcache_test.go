package ttlcache_test

import (
	"testing"
	"time"

	"github.com/jellydator/ttlcache/v3"
)

// Stop returns, and Start goes on for good.
//
// Stop does nothing as long as Start has not begun (cache.go:721). Start begins later (cache.go:662), in the goroutine
// that its documentation advises. The module knows of it: its issue 203.
func TestStopBeforeStart(t *testing.T) {
	cache := ttlcache.New[string, int]()
	done := make(chan bool)
	go func() {
		cache.Start()
		close(done)
	}()
	cache.Stop()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Error("Stop has returned, and Start goes on")
	}
}
