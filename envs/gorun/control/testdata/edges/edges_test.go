// Package edges has small tests of what explorations may easily overlook.
package edges

import (
	"sync"
	"testing"
)

// TestStarts adds after it has started another one that adds. Nothing orders these.
func TestStarts(t *testing.T) {
	n := 0
	done := make(chan bool)
	go func() {
		n++
		close(done)
	}()
	n++
	<-done
}

// TestWakes adds after it has sent, and another one after it has received that. Nothing orders these, whoever has woken
// the other one.
func TestWakes(t *testing.T) {
	n := 0
	c, done := make(chan bool), make(chan bool)
	go func() {
		<-c
		n++
		close(done)
	}()
	c <- true
	n++
	<-done
}

// TestOrdered adds before it starts another one, and after it was woken.
func TestOrdered(t *testing.T) {
	n := 0
	c, done := make(chan bool), make(chan bool)
	n++
	go func() {
		n++
		c <- true
		n++
		close(done)
	}()
	<-c
	<-done
	n++
}

// TestLocks has three goroutines take a lock.
func TestLocks(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			mu.Unlock()
		})
	}
	wg.Wait()
}

// TestReuse announces to a group what has started already. One that is about to return from waiting for the group may
// find that it is in use again.
func TestReuse(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		go func() {
			wg.Add(1)
			wg.Done()
		}()
	}
	wg.Wait()
}
