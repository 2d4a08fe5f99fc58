// Package callees hands functions to functions that call them with a lock held, or without.
// Others may hand them more.
package callees

import "sync"

// A Counter counts.
type Counter struct {
	mu      sync.Mutex
	n       int
	steps   int
	changes int
	Changed func() // called with the lock held
}

// With calls a function with the lock held.
func (c *Counter) With(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

// Once is in one block.
func (c *Counter) Once() { c.With(func() { c.n++ }) }

// Twice is in two blocks, between which others may count.
func (c *Counter) Twice() { // want unserializable // want paths: unserializable-order // false: it is not told apart who calls With
	c.With(func() { c.n++ })
	c.With(func() { c.n++ })
} // want not-reducible

// Through hands on what it is handed.
func (c *Counter) Through(f func()) { c.With(f) }

// Thrice is in two blocks.
func (c *Counter) Thrice() { // want unserializable // want paths: unserializable-order // false: it is not told apart who calls With
	c.Through(func() { c.n++ })
	c.Through(func() { c.n += 2 })
} // want not-reducible

// Methods are values, too.
func (c *Counter) Methods() {
	c.With(c.step) // want unserializable // want paths: unserializable-order // false: it is not told apart who calls With
	c.With(c.step)
} // want not-reducible

func (c *Counter) step() { c.steps++ }

// Read hands over a function that has captured a variable of its own before c.
func (c *Counter) Read() (n int) {
	c.With(func() { n = c.n })
	return n
}

// Set is in a block each time that it is called.
func (c *Counter) Set(n int) {
	c.mu.Lock() // want paths: unserializable // false, as below
	defer c.mu.Unlock()
	c.n = n
	if c.Changed != nil {
		c.Changed()
	}
} // want paths: not-reducible // false: others may call what Changed holds

// Lock gives the function that gives the lock back.
func (c *Counter) Lock() (unlock func()) {
	c.mu.Lock()
	return func() { c.mu.Unlock() }
}

// Unlocked is in two blocks.
func (c *Counter) Unlocked() {
	unlock := c.Lock() // want unserializable
	c.n++
	unlock()
	unlock = c.Lock()
	c.n++
	unlock()
} // want not-reducible

var lost int

// Without calls a function with no lock held.
func (c *Counter) Without(f func()) { f() } // want paths: not-reducible unserializable

// Lose has a race.
func (c *Counter) Lose() {
	c.Without(func() { lost++ }) // want data-race unserializable
} // want not-reducible

// All is in two blocks, the second one by way of a slice: over all paths it is not seen what is called.
func (c *Counter) All() { // want run: unserializable
	c.Once()
	for _, f := range []func(){func() { c.Once() }} {
		f()
	}
} // want run: not-reducible

// start calls a function in two threads.
func start(f func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

// Spread has a race, because it is not by itself who is handed the function.
func Spread() (n int) { // want paths: unserializable
	start(func() { n++ }) // want data-race
	return n              // want data-race not-reducible
}
