// Package main takes locks that it only knows as a sync.Locker.
package main

import (
	"runtime"
	"sync"
)

func with(l sync.Locker, f func()) {
	l.Lock()
	f()
	l.Unlock()
}

func acquire(l sync.Locker) func() {
	l.Lock()
	return l.Unlock
}

type readers struct {
	rw sync.RWMutex
	mu sync.Mutex
}

// first and second: the lock is held on its shared side, waited for on its shared side, and nobody takes the other side.
func (r *readers) first() {
	with(r.rw.RLocker(), func() {
		r.mu.Lock()
		r.mu.Unlock()
	})
}

func (r *readers) second() {
	r.mu.Lock()
	release := acquire(r.rw.RLocker())
	release()
	r.mu.Unlock()
}

type writers struct {
	rw sync.RWMutex
	mu sync.Mutex
}

func (w *writers) first() {
	withWriter(&w.rw, func() {
		w.mu.Lock() // want paths: lock-cycle
		w.mu.Unlock()
	})
}

func (w *writers) second() {
	w.mu.Lock()
	release := acquireWriter(&w.rw)
	release()
	w.mu.Unlock()
}

func withWriter(l sync.Locker, f func()) {
	l.Lock()
	f()
	l.Unlock()
}

func acquireWriter(l sync.Locker) func() {
	l.Lock() // want lock-cycle
	return l.Unlock
}

// turn lets the second goroutine come after the first, by a lock alone: another schedule might not.
type turn struct {
	mu   sync.Mutex
	over bool
}

func (t *turn) end() {
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
}

func (t *turn) await() {
	for over := false; !over; runtime.Gosched() {
		t.mu.Lock()
		over = t.over
		t.mu.Unlock()
	}
}

func main() {
	var r readers
	var w writers
	var t turn
	var group sync.WaitGroup
	group.Go(func() {
		r.first()
		w.first()
		t.end()
	})
	group.Go(func() {
		t.await()
		r.second()
		w.second()
	})
	group.Wait()
}
