package main

import (
	"sync"
	"time"
)

// Nested has a struct in a struct.
type Nested struct {
	in    struct{ x, y int }
	other int
}

func (p *Nested) whole() {
	c := *p // want data-race unordered-access
	use(c.other)
}

func (p *Nested) part() {
	p.in.x++ // want data-race unordered-access
}

type inner struct{ x, y int }

// Middle is accessed at the struct that lies in it, which a pointer leads to.
type Middle struct {
	in    inner
	other int
}

func (p *Middle) whole() {
	p.in = inner{1, 2} // want data-race unordered-access
}

func (p *Middle) part() {
	q := &p.in
	use(q.y) // want data-race unordered-access
}

// Beside is accessed at a struct under one lock, and beside it under another one.
type Beside struct {
	mu, nu sync.Mutex
	in     struct{ x, y int }
	other  int
}

func (p *Beside) whole() {
	p.mu.Lock()
	p.in = struct{ x, y int }{1, 2}
	p.mu.Unlock()
}

func (p *Beside) part() {
	p.nu.Lock()
	p.other = 1
	p.nu.Unlock()
}

type base struct{ x, y int }

// Embedding is accessed at a field of what it embeds.
type Embedding struct {
	base
	z int
}

func (p *Embedding) whole() {
	c := *p // want data-race unordered-access
	use(c.z)
}

func (p *Embedding) part() {
	p.y++ // want data-race unordered-access
}

// Foreign has a field of a type whose fields only its own package can access.
type Foreign struct {
	when time.Time
	n    int
}

func (p *Foreign) whole() {
	use(*p) // want data-race unordered-access
}

func (p *Foreign) part() {
	p.when = time.Time{} // want data-race unordered-access
}

// Empty has a field that has no name and one without a size: who copies it accesses neither.
type Empty struct {
	mu, nu *sync.Mutex
	_      int
	e      struct{}
	n      int
}

func (p *Empty) whole() {
	p.mu.Lock()
	use(*p)
	p.mu.Unlock()
}

func (p *Empty) part() {
	p.nu.Lock()
	p.e = struct{}{}
	p.nu.Unlock()
}

func runParts() {
	a, b, c, d := &Nested{}, &Middle{}, &Embedding{}, &Foreign{}
	for range 2 {
		go a.part()
		go b.part()
		go c.part()
		go d.part()
		quiet()
		go a.whole()
		go b.whole()
		go c.whole()
		go d.whole()
		quiet()
	}
	e, f := &Beside{}, &Empty{mu: new(sync.Mutex), nu: new(sync.Mutex)}
	go e.part()
	go f.part()
	quiet()
	go e.whole()
	go f.whole()
	quiet()
}
