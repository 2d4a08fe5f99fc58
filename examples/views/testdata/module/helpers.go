package main

import "sync"

// Guarded has functions for its lock. Blocks have the names of those that call them.
type Guarded struct {
	mu   sync.Mutex
	x, y int
}

func (g *Guarded) lock()   { g.mu.Lock() }
func (g *Guarded) unlock() { g.mu.Unlock() }

func lockOf(mu *sync.Mutex)   { mu.Lock() }
func unlockOf(mu *sync.Mutex) { mu.Unlock() }

// yield lets others have the lock.
func (g *Guarded) yield() {
	g.unlock()
	g.lock()
}

func (g *Guarded) together() {
	g.lock()
	defer g.unlock() // want view-inconsistency
	g.x, g.y = g.y, g.x
}

func (g *Guarded) halves() {
	g.lock()
	g.x = 1
	g.unlock() // want view-inconsistency
	g.lock()
	g.y = 1
	g.unlock() // want view-inconsistency
}

func (g *Guarded) interrupted() {
	g.mu.Lock()
	g.x = 2
	g.yield() // want view-inconsistency
	g.y = 2
	g.mu.Unlock() // want view-inconsistency
}

func (g *Guarded) mixed() {
	g.lock()
	g.x, g.y = 3, 3
	g.mu.Unlock() // want view-inconsistency
	lockOf(&g.mu)
	g.y, g.x = 4, 4
	unlockOf(&g.mu) // want view-inconsistency
}

// There is one of these, which has a name of its own.
var global Guarded

func swapGlobal() {
	global.mu.Lock()
	global.x, global.y = global.y, global.x
	global.mu.Unlock() // want view-inconsistency
}

func splitGlobal() {
	global.lock()
	global.x = 5
	global.unlock() // want view-inconsistency
	global.lock()
	global.y = 5
	global.unlock() // want view-inconsistency
}
