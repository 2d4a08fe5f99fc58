package lineartest

import (
	"sync"
	"sync/atomic"
)

// A counter is right.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) Add(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
	return c.n
}

func (c *counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// hasty reads and writes in two critical sections.
type hasty struct{ counter }

func (c *hasty) Add(n int) int {
	sum := c.Get() + n
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = sum
	return sum
}

// A lossy counter loads and stores.
type lossy struct{ n atomic.Int64 }

func (c *lossy) Inc()       { c.n.Store(c.n.Load() + 1) }
func (c *lossy) Get() int64 { return c.n.Load() }

// Accounts lock each other in any order.
type accounts struct {
	of [3]struct {
		sync.Mutex
		sum int
	}
}

func (a *accounts) Move(from, to, n int) bool {
	if from == to {
		return false
	}
	a.of[from].Lock()
	defer a.of[from].Unlock()
	a.of[to].Lock()
	defer a.of[to].Unlock()
	a.of[from].sum -= n
	a.of[to].sum += n
	return true
}

// racy has a field that no lock protects.
type racy struct{ n int }

func (r *racy) Set(n int) { r.n = n }
func (r *racy) Get() int  { return r.n }

type queue struct {
	mu   sync.Mutex
	list []int
}

func (q *queue) Put(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, n)
}

func (q *queue) Take() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return 0, false
	}
	n := q.list[0]
	q.list = q.list[1:]
	return n, true
}
