package main

import (
	"sync"
	"sync/atomic"
)

type state struct{ n, m int }

// Locked has a lock for what lies beside it.
type Locked struct {
	mu    sync.Mutex
	s     state
	list  []row
	table [4]slot
	named map[string]value
}

type (
	row   struct{ a, b int }
	slot  struct{ a, b int }
	value struct{ a, b int }
)

func (p *Locked) whole(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.s
	p.s = state{c.m, c.n}
	p.list[i] = row{1, 2}
	for _, r := range p.list {
		use(r)
	}
	p.list = append(p.list, row{1, 2})
	copy(p.list, p.list[1:])
	t := p.table
	p.table = t
	v := p.named["a"]
	v.a++
	p.named["a"] = v
}

func (p *Locked) part(i int) {
	p.mu.Lock()
	p.s.n++
	p.s.m++
	p.list[i].a++
	p.list[0].b++
	p.table[i].b++
	p.table[0].a++
	use(p.named["a"].b)
	p.mu.Unlock()
}

// Guarded is copied with its own lock, which is no operation on the lock.
type Guarded struct {
	mu sync.Mutex
	n  int
}

func (p *Guarded) whole() {
	p.mu.Lock()
	c := *p
	p.mu.Unlock()
	use(c.n)
}

func (p *Guarded) part() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

// Half is copied with no lock held.
type Half struct {
	mu sync.Mutex
	n  int
}

func (p *Half) whole() {
	c := *p // want data-race unordered-access
	use(c.n)
}

func (p *Half) part() {
	p.mu.Lock()
	p.n++ // want data-race unordered-access
	p.mu.Unlock()
}

// Atomic is counted atomically, and copied.
type Atomic struct {
	n atomic.Int64
	m int
}

func (p *Atomic) whole() {
	use(*p) // want data-race unordered-access
}

func (p *Atomic) part() {
	p.n.Add(1) // want data-race unordered-access
}

func runLocked() {
	a, b, c, d := &Locked{list: make([]row, 4), named: map[string]value{}}, &Guarded{}, &Half{}, &Atomic{}
	for range 2 {
		go a.part(1)
		go b.part()
		go c.part()
		go d.part()
		quiet()
		go a.whole(1)
		go b.whole()
		go c.whole()
		go d.whole()
		quiet()
	}
}
