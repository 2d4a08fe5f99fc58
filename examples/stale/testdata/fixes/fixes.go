// Command fixes has shapes of which some have a mechanical fix. Nothing runs them.
package main

import (
	"sync"
	"sync/atomic"
)

type Table struct {
	mu, other sync.Mutex
	rw        sync.RWMutex
	n, read   int
	rest      int
	flag      atomic.Bool
	lists     sync.Map
}

func (t *Table) Widen() {
	t.mu.Lock()
	empty := t.n == 0
	t.mu.Unlock()
	if empty {
		t.mu.Lock()
		t.n = 2 // want paths: check-then-act
		t.mu.Unlock()
	}
}

// Readers would wait for themselves.
func (t *Table) Readers() {
	t.rw.RLock()
	empty := t.read == 0
	t.rw.RUnlock()
	if empty {
		t.rw.Lock()
		t.read = 1 // want paths: check-then-act
		t.rw.Unlock()
	}
}

// Between takes another lock, which Both holds when it asks for the first.
func (t *Table) Between() {
	t.mu.Lock()
	empty := t.n == 0
	t.mu.Unlock()
	if empty {
		t.other.Lock()
		t.rest++
		t.other.Unlock()
		t.mu.Lock()
		t.n = 3 // want paths: check-then-act
		t.mu.Unlock()
	}
}

func (t *Table) Both() {
	t.other.Lock()
	t.mu.Lock()
	t.n++
	t.rest++
	t.mu.Unlock()
	t.other.Unlock()
}

// Another takes the same lock of another table, which may be this one.
func (t *Table) Another(o *Table) {
	t.mu.Lock()
	n := t.n
	t.mu.Unlock()
	o.mu.Lock()
	o.rest++
	o.mu.Unlock()
	t.mu.Lock()
	t.n = n + 1 // want paths: stale-value
	t.mu.Unlock()
}

// Flip changes what has no Add.
func (t *Table) Flip() {
	t.flag.Store(!t.flag.Load()) // want paths: atomic-then-act
}

// Append stores what CompareAndSwap panics about.
func (t *Table) Append(k string, n int) {
	v, _ := t.lists.Load(k)
	list, _ := v.([]int)
	t.lists.Store(k, append(list, n)) // want paths: lookup-then-act
}

func main() {}
