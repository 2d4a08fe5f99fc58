// Package fixed changes the value in one critical section.
package fixed

import "sync"

// A Thermostat keeps a temperature, in degrees.
type Thermostat struct {
	mu     sync.Mutex
	target int
}

// Target is the temperature that is kept.
func (t *Thermostat) Target() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.target
}

// Raise makes it warmer by as much as ask says.
func (t *Thermostat) Raise(ask func() int) {
	by := ask()
	t.mu.Lock()
	t.target += by
	t.mu.Unlock()
}
