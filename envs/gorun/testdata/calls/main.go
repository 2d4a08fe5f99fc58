// Program calls makes calls again and again.
package main

import (
	"os"
	"sync"
)

var (
	mu     sync.Mutex
	shared = &counters{}
	wg     sync.WaitGroup
)

type counters struct {
	hot, held, helper, rare, fresh, thrown, caught, after, both, cold, twice, given, few, late int
	mu                                                                                         sync.Mutex
}

const calls = 1000

//go:noinline
func hot(c *counters) { c.hot++ }

// held is called with a lock held, so all of it is told.
//
//go:noinline
func held(c *counters) { c.held++ }

func (c *counters) lock()   { c.mu.Lock() }
func (c *counters) unlock() { c.mu.Unlock() }

// helper holds a lock that another function takes for it.
//
//go:noinline
func helper(c *counters) {
	c.lock()
	c.helper++
	c.unlock()
}

// rare is called by what is called often.
//
//go:noinline
func rare(c *counters) { c.rare++ }

//go:noinline
func often(c *counters, i int) {
	c.both++
	if i%100 == 99 {
		rare(c)
	}
}

// holding calls what is rarely called while it holds a lock of its own.
//
//go:noinline
func holding(c *counters, i int) {
	mu.Lock()
	defer mu.Unlock()
	if i%100 == 99 {
		cold(c)
	}
}

//go:noinline
func cold(c *counters) { c.cold++ }

// fresh is called by several goroutines.
//
//go:noinline
func fresh(c *counters) {
	mu.Lock()
	c.fresh++
	mu.Unlock()
}

//go:noinline
func throws(c *counters, i int) {
	c.thrown++
	if i%3 == 0 {
		panic("thrown")
	}
}

// catches has a deferred call that gives back a lock of its own frame, and stops what throws.
func catches(c *counters, i int) {
	defer func() {
		recover()
		mu.Lock()
		c.caught++
		mu.Unlock()
	}()
	throws(c, i)
}

// safe is told as often as catches, or more.
func safe(c *counters, i int) {
	catches(c, i)
	mu.Lock()
	c.after++
	mu.Unlock()
}

// A guard of any value has methods that hand its lock on.
type guard[T any] struct {
	mu    sync.Mutex
	value T
}

//go:noinline
func (g *guard[T]) enter() *T {
	g.mu.Lock()
	return &g.value
}

//go:noinline
func (g *guard[T]) leave() { g.mu.Unlock() }

// enters returns with a lock that it has taken by way of a generic function.
//
//go:noinline
func enters(g *guard[int]) *int { return g.enter() }

var kept guard[int]

// A gate is held by several goroutines, and taken by way of two functions.
type gate struct {
	mu     sync.Mutex
	passed int
}

//go:noinline
func (g *gate) take() { g.mu.Lock() }

//go:noinline
func (g *gate) begin() { g.take() }

//go:noinline
func (g *gate) end() { g.mu.Unlock() }

var shut gate

func pass() {
	for range calls {
		shut.begin()
		shut.passed++
		shut.end()
	}
}

var rw sync.RWMutex

// twice is called with the shared side of a lock held, which the goroutine has taken twice.
//
//go:noinline
func twice(c *counters) { c.twice++ }

// baton is taken by one goroutine and given back by another one.
var baton sync.Mutex

//go:noinline
func give(c *counters, m *sync.Mutex) {
	if m != nil {
		seldom(c) // is told of at first, also below what is passed over
		m.Unlock()
	}
}

//go:noinline
func handle(c *counters, m *sync.Mutex) {
	c.given++
	give(c, m)
}

//go:noinline
func seldom(c *counters) { c.few++ }

// late is called by the goroutine that has given the baton back.
//
//go:noinline
func late(c *counters) { c.late++ }

func relay(c *counters) {
	taken, given := make(chan bool), make(chan bool)
	wg.Go(func() {
		for range calls / 2 {
			baton.Lock()
			taken <- true
			<-given
		}
	})
	wg.Go(func() {
		for range calls / 2 {
			handle(c, nil)
		}
		for range calls / 2 {
			<-taken
			handle(c, &baton)
			given <- true
		}
		for range 10 {
			late(c)
		}
	})
	wg.Wait()
}

func main() {
	c := shared
	for range calls {
		rw.RLock()
		rw.RLock()
		twice(c)
		rw.RUnlock()
		rw.RUnlock()
	}
	for range calls {
		*enters(&kept)++
		kept.leave()
	}
	relay(shared)
	wg.Go(pass)
	wg.Go(pass)
	wg.Wait()
	for range calls {
		hot(c)
	}
	for range calls {
		mu.Lock()
		held(c)
		mu.Unlock()
	}
	for range calls {
		helper(c)
	}
	for i := range calls {
		often(c, i)
	}
	for i := range calls {
		holding(c, i)
	}
	for range 50 {
		wg.Go(func() {
			for range 20 {
				fresh(shared)
			}
		})
		wg.Wait()
	}
	for i := range calls {
		safe(c, i)
	}
	if c.hot != calls || c.held != calls || c.helper != calls || c.both != calls || c.caught != calls || c.after != calls {
		os.Exit(1)
	}
}
