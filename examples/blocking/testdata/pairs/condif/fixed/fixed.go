// Package fixed waits for a gate with a loop.
package fixed

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
	for !g.open {
		g.cond.Wait()
	}
}

// Set opens the gate or closes it.
func (g *Gate) Set(open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = open
	g.cond.Broadcast()
}
