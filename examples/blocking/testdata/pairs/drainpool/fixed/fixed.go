// Package fixed lends connections. Those who wait are told of each one that comes back.
package fixed

import "sync"

// A Conn is lent to one at a time.
type Conn struct {
	ID     int
	Broken bool
}

// A Pool has at most so many connections.
type Pool struct {
	mu          sync.Mutex
	back        *sync.Cond
	idle        []*Conn
	made, limit int
	last        int
}

// NewPool makes a pool of at most so many connections.
func NewPool(limit int) *Pool {
	p := &Pool{limit: limit}
	p.back = sync.NewCond(&p.mu)
	return p
}

// Get waits for a connection.
func (p *Pool) Get() *Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 && p.made == p.limit {
		p.back.Wait()
	}
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return c
	}
	p.made++
	p.last++
	return &Conn{ID: p.last}
}

// Put gives a connection back.
func (p *Pool) Put(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.Broken {
		p.made--
		p.back.Signal()
		return
	}
	p.idle = append(p.idle, c)
	p.back.Signal()
}
