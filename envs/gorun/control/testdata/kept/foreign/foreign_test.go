// Package foreign has goroutines that package initialisation has started, which are no threads.
package foreign

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type value struct{ n int }

var (
	now     int64
	in, out = make(chan *value), make(chan *value, 1)
	first   = make(chan *value)
	second  = make(chan *value, 1)
	third   = make(chan *value, 1)
	never   = make(chan *value)
	stored  atomic.Pointer[value]
	seen    atomic.Pointer[value]
	mu      sync.Mutex
	rw      sync.RWMutex
	held    *value
	queue   []*value
	done    []*value
)

func init() {
	go func() { // it has to do with no test
		for range time.Tick(time.Millisecond) {
			atomic.StoreInt64(&now, 1)
		}
	}()
	for range 100 {
		go func() { out <- <-in }() // only once: where it waits nothing is noted during a test
	}
	go func() {
		for range time.Tick(100 * time.Microsecond) {
			rw.Lock()
			select {
			case third <- held:
			default:
			}
			rw.Unlock()
		}
	}()
	go func() {
		for {
			select {
			case v := <-first:
				select {
				case second <- v:
				case <-never:
				}
			case <-never:
			}
		}
	}()
	go func() {
		for range time.Tick(100 * time.Microsecond) {
			seen.Store(stored.Load())
			mu.Lock()
			done, queue = append(done, queue...), nil
			mu.Unlock()
		}
	}()
}

// TestRace has a race at whatever time the ticks come.
func TestRace(t *testing.T) {
	p := new(value)
	var n, m int32
	go func() { p.n = 1; atomic.StoreInt32(&n, 1) }()
	for range 3000 { // some milliseconds, without order
		atomic.AddInt32(&m, 1)
	}
	p.n = 2
}

// TestChannels, TestSelects, TestStored, TestLocked and TestReadLocked have none: one of the goroutines passes on what it
// is given. They do not block where they take it, since whoever wakes them comes before in any case.
func TestChannels(t *testing.T) {
	go func() { p := new(value); p.n = 1; in <- p }()
	for len(out) == 0 {
		time.Sleep(time.Millisecond)
	}
	(<-out).n++
}

func TestSelects(t *testing.T) {
	go func() { p := new(value); p.n = 1; first <- p }()
	for len(second) == 0 {
		time.Sleep(time.Millisecond)
	}
	(<-second).n++
}

func TestReadLocked(t *testing.T) {
	p := new(value)
	go func() {
		p.n = 1
		rw.RLock()
		held = p
		rw.RUnlock()
	}()
	for last := (*value)(nil); last != p; {
		for len(third) == 0 {
			time.Sleep(time.Millisecond)
		}
		last = <-third
	}
	p.n++
}

func TestStored(t *testing.T) {
	p := new(value)
	go func() { p.n = 1; stored.Store(p) }()
	for seen.Load() != p {
		time.Sleep(time.Millisecond)
	}
	p.n++
}

func TestLocked(t *testing.T) {
	p := new(value)
	go func() {
		p.n = 1
		mu.Lock()
		queue = append(queue, p)
		mu.Unlock()
	}()
	for last := (*value)(nil); last != p; {
		mu.Lock()
		if len(done) > 0 {
			last = done[len(done)-1]
		}
		mu.Unlock()
	}
	p.n++
}
