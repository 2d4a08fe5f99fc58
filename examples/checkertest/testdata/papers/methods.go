package main

import (
	"errors"
	"sync"
	"sync/atomic"
)

// P1 is an account whose update reads in one block and writes in another.
type P1 struct {
	mu      sync.Mutex
	balance int
}

func (a *P1) read() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func (a *P1) update(n int) {
	tmp := a.read()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = tmp + n
}

// P2 is an account whose update is one block.
type P2 struct {
	mu      sync.Mutex
	balance int
}

func (a *P2) read() int { return a.balance }

func (a *P2) update(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = a.read() + n
}

// P3 is a counter that is passed its own earlier value.
type P3 struct {
	mu sync.Mutex
	i  int
}

func (c *P3) inc(a int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.i += a
	return c.i
}

func (c *P3) run() { c.inc(c.inc(0)) }

// P4 is filled when it is first needed. Its flag synchronises by itself, and is in no view.
type P4 struct {
	mu           sync.Mutex
	initDone     atomic.Bool
	keys, values int
}

func (m *P4) init() {
	if !m.initDone.Load() {
		m.mu.Lock()
		if !m.initDone.Load() {
			m.initDone.Store(true)
			m.keys = 1
			m.values = 2
		}
		m.mu.Unlock()
	}
}

func (m *P4) get() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keys + m.values
}

func (m *P4) run() {
	m.init()
	use(m.get())
}

// P5 is a store of resources. A client asks whether it is closed and for its entry in two
// blocks; shutdown removes the entry and closes it in one.
type P5 struct {
	mu     sync.Mutex
	closed bool
	entry  *int
}

var errClosed = errors.New("closed")

func (m *P5) checkClosed() error {
	m.mu.Lock()
	var err error
	if m.closed {
		err = errClosed
	}
	m.mu.Unlock() // want paths: view-inconsistency // in a run the last block makes it one
	return err
}

func (m *P5) lookupEntry() *int {
	m.mu.Lock()
	if m.entry == nil {
		m.entry = new(int)
	}
	e := m.entry
	m.mu.Unlock() // want paths: view-inconsistency // in a run, if shutdown comes between
	return e
}

func (m *P5) shutdown() {
	m.mu.Lock()
	for m.entry != nil {
		m.entry = nil
	}
	m.closed = true
	m.mu.Unlock() // want view-inconsistency
}

func (m *P5) client() {
	if m.checkClosed() == nil {
		m.lookupEntry()
	}
}
