// Command thin accesses memory again and again.
package main

import "sync"

type cell struct {
	n    int
	next *cell
}

type table struct {
	mu    sync.Mutex
	small [8]int
	large [100]int
	cells [100]cell
	sum   int
}

var shared table

func main() {
	t := &shared
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t.mu.Lock()
			defer t.mu.Unlock()
			fields[0].n = 1
			repeat(t, 100)
		}()
	}
	wg.Wait()
	ring(t, 40)
	locked(t, 10)
	fill(t, make([]byte, 200))
	many(&fields)
	guarded(t, &fields)
	called(t)
}

// repeat accesses the same variable in each round, and another one in between.
func repeat(t *table, n int) {
	for i := range n {
		t.sum += i
		t.small[i%2]++
	}
}

// ring goes round two cells, whose accesses are at one place.
func ring(t *table, n int) {
	a, b := &t.cells[0], &t.cells[1]
	a.next, b.next = b, a
	for c := a; n > 0; n-- {
		c.n++
		c = c.next
	}
}

// locked does the same, but never without a lock in between.
func locked(t *table, n int) {
	for range n {
		t.mu.Lock()
		t.sum++
		t.mu.Unlock()
	}
}

// fill accesses elements beyond the cut-off, by constants and variables.
func fill(t *table, buf []byte) {
	keep(buf)
	for i := range buf {
		buf[i] = 1
	}
	for i := range len(t.large) {
		t.large[i]++
		t.cells[i].n++
	}
	t.large[3]++
	t.large[70]++
	for i := range len(t.small) {
		t.small[i]--
	}
}

var kept []byte

func keep(b []byte) { kept = b }

// called accesses elements whose indices are told by calls, each of which counts.
func called(t *table) {
	calls := 0
	next := func() int {
		calls++
		return calls
	}
	list := t.large[:]
	for range 10 {
		list[next()]++
	}
	for range 10 {
		list[1+next()] = list[next()]
	}
	if calls != 30 {
		panic("an index was computed more than once")
	}
}

var fields [1000]cell

// many accesses each cell once.
func many(cs *[1000]cell) {
	for i := range cs {
		cs[i].n = i
	}
}

// guarded does so with a lock held.
func guarded(t *table, cs *[1000]cell) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range cs {
		cs[i].n = 1
	}
}
