// Command handed hands on method values that take and give back locks. Each number has its lock.
package main

import "sync"

type counter struct {
	mu      sync.RWMutex
	n       int
	release func()
	kept    map[string]func()
}

func (c *counter) lock() func()             { c.mu.Lock(); return c.mu.Unlock }
func (c *counter) read() (lock, end func()) { return c.mu.RLock, c.mu.RUnlock }
func (c *counter) begin()                   { c.mu.Lock(); c.release = c.mu.Unlock }
func (c *counter) end()                     { c.release() }

func (c *counter) keep() {
	c.mu.Lock()
	c.kept = map[string]func(){"end": c.mu.Unlock}
}

func (c *counter) either(write bool) (lock, end func()) {
	lock, end = c.mu.RLock, c.mu.RUnlock
	if write {
		lock, end = c.mu.Lock, c.mu.Unlock
	}
	return lock, end
}

func (c *counter) fails() {
	defer func() { _ = recover() }()
	defer c.lock()()
	c.n++
	panic("it fails")
}

type embeds struct {
	sync.Mutex
	n int
}

func (e *embeds) lock() func() { e.Lock(); return e.Unlock }

func (e *embeds) self() *embeds { return e }

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) lock() func() { b.mu.Lock(); return b.mu.Unlock }

func between(before, after, f func()) {
	before()
	defer after()
	f()
}

func local() (before, after func()) {
	var mu sync.Mutex
	return mu.Lock, mu.Unlock
}

// A shelf hands on what gives back a lock of which it only knows that it is one.
type shelf struct {
	mu   sync.Mutex
	side sync.RWMutex
	n, m int
	kept func()
	all  []func()
}

func unlocker(l sync.Locker) func() { return l.Unlock }

func taken[L sync.Locker](l L) func() { l.Lock(); return l.Unlock }

func (s *shelf) kinds() []func() {
	way := make(chan func(), 1)
	return []func(){
		func() { s.mu.Lock(); u := unlocker(&s.mu); s.n++; u() },
		func() { u := taken(&s.mu); s.n++; u() },
		func() {
			s.side.Lock()
			s.m++
			s.side.Unlock()
			l := s.side.RLocker()
			l.Lock()
			u := unlocker(l)
			_ = s.m
			u()
		},
		func() { s.mu.Lock(); l := sync.Locker(&s.mu); s.kept = l.Unlock; s.n++; s.kept() },
		func() { s.mu.Lock(); defer unlocker(&s.mu)(); s.n++ },
		func() { s.mu.Lock(); s.all = []func(){s.mu.Unlock}; s.n++; s.all[0]() },
		func() { s.mu.Lock(); way <- s.mu.Unlock; s.n++; (<-way)() },
		func() { s.mu.Lock(); a := any(s.mu.Unlock); s.n++; a.(func())() },
	}
}

func (s *shelf) counted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// nothing is nil: its method value fails, and does so before it is called.
func nothing() (failed bool) {
	defer func() { failed = recover() != nil }()
	unlocker(nil)
	return false
}

func main() {
	shelves := new(shelf)
	for _, f := range shelves.kinds() {
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				for range 10 {
					f()
				}
			})
		}
		all.Wait()
	}
	if shelves.counted() != 7*30 || !nothing() {
		panic("not all is counted")
	}
	c, e, b, l := new(counter), new(embeds), new(box[int]), 0
	before, after := local()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20 {
				func() { defer c.lock()(); c.n++ }()
				func() { defer e.lock()(); e.n++ }()
				func() { defer b.lock()(); b.v++ }()
				c.begin()
				c.n++
				c.end()
				c.fails()
				between(c.mu.Lock, c.mu.Unlock, func() { c.n++ })
				between(e.self().Lock, e.self().Unlock, func() { e.n++ })
				between(before, after, func() { l++ })
				c.keep()
				c.n++
				c.kept["end"]()
				lock, end := c.either(true)
				lock()
				c.n++
				end()
				lock, end = c.read()
				lock()
				if c.n < 0 {
					panic("too few")
				}
				end()
			}
		})
	}
	wg.Wait()
	check := func(n *int, want int) func() {
		return func() {
			if *n != want {
				panic("not all is counted")
			}
		}
	}
	between(c.mu.RLock, c.mu.RUnlock, check(&c.n, 480))
	between(e.Lock, e.Unlock, check(&e.n, 160))
	between(b.mu.Lock, b.mu.Unlock, check(&b.v, 80))
	between(before, after, check(&l, 80))
}
