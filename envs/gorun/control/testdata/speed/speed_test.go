// Package speed is executed to see how long that takes.
package speed

import (
	"sync"
	"testing"
)

// locks has two goroutines with four operations on locks each.
func locks() {
	var mu sync.Mutex
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			mu.Lock()
			mu.Unlock()
			mu.Lock()
			mu.Unlock()
			done <- true
		}()
	}
	<-done
	<-done
}

func TestLocks(*testing.T) { locks() }

func BenchmarkNative(b *testing.B) {
	for b.Loop() {
		locks()
	}
}
