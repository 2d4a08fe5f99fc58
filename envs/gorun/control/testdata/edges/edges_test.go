// Package edges has small tests of what explorations may easily overlook.
package edges

import (
	"sync"
	"sync/atomic"
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

// A wide value is copied for a goroutine. It is read when part of the stack has been set aside for the copy.
type wide struct {
	parts [60]*int
	n     int
}

//go:noinline
func litter(n int) (sum int) {
	var words [100]int
	for i := range words {
		words[i] = 16 + n
	}
	for _, w := range words {
		sum += w
	}
	return sum
}

// TestWideArgument passes such a value, on stacks that others have left: each time there are more goroutines, of which
// some have small stacks.
func TestWideArgument(t *testing.T) {
	var wg sync.WaitGroup
	w := &wide{n: 1}
	for n := 8; n <= 64; n *= 2 {
		for range n {
			wg.Go(func() { litter(w.n) })
		}
		wg.Wait()
		wg.Add(2 * n)
		for range 2 * n {
			go func(w wide) {
				w.n++
				wg.Done()
			}(*w)
		}
		wg.Wait()
	}
}

// TestSpins fails under some schedules, and under others that are like them does not end and comes to no point.
func TestSpins(t *testing.T) {
	var a, b atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() {
		b.Store(1)
		a.Add(1)
		b.Store(0)
	})
	wg.Go(func() {
		last := a.Add(1) == 2
		if b.Load() == 1 {
			t.Error("seen")
			return
		}
		for s := 0; last && s >= 0; s++ {
		}
	})
	wg.Wait()
}
