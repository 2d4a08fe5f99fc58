// Package condif waits for a gate with an if.
package condif

import "sync"

// A Gate lets nobody pass before it is open.
type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

// NewGate makes a gate that is not open.
func NewGate() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

// Pass waits until the gate is open.
func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.open {
		g.cond.Wait() // want paths: wait-no-loop // nobody closes the gate again in the test
	}
}

// Set opens the gate or closes it.
func (g *Gate) Set(open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = open
	g.cond.Broadcast()
}
