package racy

import (
	"sync"
	"testing"
)

func TestBump(t *testing.T) {
	var c counter
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			c.inc()
			c.bump()
		})
	}
	wg.Wait()
}
