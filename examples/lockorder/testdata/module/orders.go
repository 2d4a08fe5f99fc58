// Package orders takes locks in many orders.
package orders

import "sync"

// A Pair has two locks that are taken in both orders.
type Pair struct {
	a, b sync.Mutex
	n    int
}

func (p *Pair) forwards() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock() // want paths: lock-cycle // in the run the other wait comes later
	p.n++
	p.b.Unlock()
}

func (p *Pair) backwards() {
	p.b.Lock()
	defer p.b.Unlock()
	p.lockA() // the order shows only through the call
	p.n++
	p.a.Unlock()
}

func (p *Pair) lockA() {
	p.a.Lock() // want lock-cycle
}

// A Ring has three locks that are taken in a circle.
type Ring struct{ x, y, z sync.Mutex }

func (r *Ring) xy() {
	r.x.Lock()
	r.y.Lock() // want paths: lock-cycle
	r.y.Unlock()
	r.x.Unlock()
}

func (r *Ring) yz() {
	r.y.Lock()
	r.z.Lock() // want paths: lock-cycle
	r.z.Unlock()
	r.y.Unlock()
}

func (r *Ring) zx() {
	r.z.Lock()
	r.x.Lock() // want lock-cycle
	r.x.Unlock()
	r.z.Unlock()
}

var gate sync.Mutex

// A Gated pair of locks is taken in both orders under the gate only.
type Gated struct{ a, b sync.Mutex }

func (g *Gated) forwards() {
	gate.Lock()
	g.a.Lock()
	g.b.Lock()
	g.b.Unlock()
	g.a.Unlock()
	gate.Unlock()
}

func (g *Gated) backwards() {
	gate.Lock()
	g.b.Lock()
	g.a.Lock()
	g.a.Unlock()
	g.b.Unlock()
	gate.Unlock()
}

// An Account is locked inside of another one.
type Account struct {
	mu      sync.Mutex
	balance int
}

func move(from, to *Account, n int) {
	from.mu.Lock()
	to.mu.Lock() // want lock-cycle
	from.balance -= n
	to.balance += n
	to.mu.Unlock()
	from.mu.Unlock()
}

// A Table has a lock that readers share.
type Table struct {
	mu    sync.RWMutex
	index sync.Mutex
	rows  []int
}

func (t *Table) Len() int {
	t.mu.RLock() // want lock-again
	defer t.mu.RUnlock()
	return len(t.rows)
}

func (t *Table) Last() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.Len() == 0 {
		return 0
	}
	return t.rows[len(t.rows)-1]
}

func (t *Table) Add(n int) {
	t.mu.Lock()
	t.rows = append(t.rows, n)
	t.mu.Unlock()
}

// A Book is only read, on both sides.
type Book struct{ a, b sync.RWMutex }

func (b *Book) forwards() {
	b.a.RLock()
	b.b.RLock()
	b.b.RUnlock()
	b.a.RUnlock()
}

func (b *Book) backwards() {
	b.b.RLock()
	b.a.RLock()
	b.a.RUnlock()
	b.b.RUnlock()
}

// A Counter locks twice through a call; to run it would be the end.
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Get() int {
	c.mu.Lock() // want paths: lock-again
	defer c.mu.Unlock()
	return c.n
}

func (c *Counter) Next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = c.Get() + 1
	return c.n
}

var kept sync.Mutex

func keeps(done chan bool) {
	kept.Lock()
	done <- true
} // want lock-kept

// Tries does not wait for the second lock.
type Tries struct{ a, b sync.Mutex }

func (t *Tries) forwards() {
	t.a.Lock()
	t.b.Lock()
	t.b.Unlock()
	t.a.Unlock()
}

func (t *Tries) backwards() {
	t.b.Lock()
	if t.a.TryLock() {
		t.a.Unlock()
	}
	t.b.Unlock()
}
