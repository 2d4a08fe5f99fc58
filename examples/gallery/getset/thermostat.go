// Package getset changes a value through its accessors: each locks, and together they do
// not. It is a lost update that no single function shows.
//
//	Raise(1)           Raise(2)
//	Target: 20
//	                   Target: 20
//	                   SetTarget(22)
//	SetTarget(21)                         2 degrees are lost
package getset

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

// SetTarget sets the temperature that is kept.
func (t *Thermostat) SetTarget(degrees int) {
	t.mu.Lock()
	t.target = degrees
	t.mu.Unlock()
}

// Raise makes it warmer by as much as ask says.
func (t *Thermostat) Raise(ask func() int) {
	t.SetTarget(t.Target() + ask())
}
