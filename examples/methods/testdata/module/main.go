// Methods that are atomic, and others. All goroutines do the same several times, one after the other, so
// that whatever the schedule each does it after another one has.
package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

type Account struct {
	mu      sync.RWMutex
	balance int
}

func (a *Account) read() int {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.balance
}

func (a *Account) Update(n int) {
	old := a.read()
	a.mu.Lock()
	a.balance = old + n
	a.mu.Unlock() // want method-inconsistency
}

func (a *Account) Add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

// AddTwice only calls what is reported.
func (a *Account) AddTwice(n int) {
	a.Update(n)
	a.Update(n)
}

// Buffer is java.lang.StringBuffer, as far as it matters.
type Buffer struct {
	sync.Mutex
	text  []byte
	count int
}

func (b *Buffer) length() int {
	b.Lock()
	defer b.Unlock()
	return b.count
}

func (b *Buffer) copyTo(to []byte) {
	b.Lock()
	defer b.Unlock()
	copy(to, b.text)
}

func (b *Buffer) set(text []byte) {
	b.Lock()
	defer b.Unlock()
	b.text, b.count = text, len(text)
}

func (b *Buffer) appendOther(other *Buffer) {
	b.Lock()
	defer b.Unlock() // want method-inconsistency
	part := make([]byte, other.length())
	other.copyTo(part) // want method-inconsistency
	b.text = append(b.text, part...)
	b.count += len(part)
}

// Cache makes what it has not got, and may make it twice.
type Cache struct {
	mu    sync.Mutex
	items map[int]*Account
	hits  atomic.Int64
}

func (c *Cache) Get(k int) *Account {
	c.mu.Lock()
	a := c.items[k]
	c.mu.Unlock()
	if a != nil {
		c.hits.Add(1)
		return a
	}
	a = &Account{}
	c.mu.Lock()
	c.items[k] = a
	c.mu.Unlock() // want method-inconsistency
	return a
}

// Once looks again.
func (c *Cache) Once(k int) *Account {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items[k] == nil {
		c.items[k] = &Account{}
	}
	return c.items[k]
}

// Owner has a lock that is held around all that is done to its parts.
type Owner struct {
	mu   sync.Mutex
	part Part
}

type Part struct {
	mu   sync.Mutex
	n, m int
}

func (p *Part) get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

func (p *Part) set(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n = n
}

func (o *Owner) Increment() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part.set(o.part.get() + 1)
}

func newOwner() *Owner {
	o := &Owner{}
	o.part.n = 1
	return o
}

func main() {
	before := runtime.NumGoroutine()
	a, x, y, c, o := &Account{}, &Buffer{}, &Buffer{}, &Cache{items: map[int]*Account{}}, newOwner()
	for range 3 {
		for range 2 {
			go func() {
				a.Update(1)
				a.Add(1)
				a.AddTwice(1)
				y.set([]byte("text"))
				x.appendOther(y)
				y.set(nil)
				x.appendOther(y)
				for k := range 3 {
					c.Get(k)
					c.Once(k + 3)
				}
				c.Get(int(c.hits.Load()) + 100)
				o.Increment()
			}()
		}
		for runtime.NumGoroutine() > before {
			runtime.Gosched()
		}
	}
}
