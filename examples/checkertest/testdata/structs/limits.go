package main

import "sync"

// Big has more fields than are looked at when it is accessed as a whole.
type Big struct {
	a [5]struct{ f0, f1, f2, f3, f4, f5, f6, f7 int }
	z int
}

func (p *Big) whole() {
	*p = Big{} // want data-race unordered-access
}

func (p *Big) part() {
	use(p.a[3].f7) // want data-race unordered-access
	use(p.z)       // it comes after the first 32
}

// Long has more elements than are looked at when it is accessed as a whole.
type Long struct{ n [100]uint32 }

func (p *Long) whole() {
	use(p.n) // want paths: data-race unordered-access
}

func (p *Long) part() {
	p.n[8] = 1 // want paths: data-race unordered-access
}

// Generic is accessed under two locks, once by a function that does not know what it is.
type Generic struct {
	mu, nu *sync.Mutex
	n, m   int
}

func get[T any](p *T) T { return *p }

func (p *Generic) whole() {
	p.mu.Lock()
	use(get(p))
	p.mu.Unlock()
}

func (p *Generic) part() {
	p.nu.Lock()
	p.n = 1
	p.nu.Unlock()
}

func runLimits() {
	a, b, c := &Big{}, &Long{}, &Generic{mu: new(sync.Mutex), nu: new(sync.Mutex)}
	for range 2 {
		go a.part()
		quiet()
		go a.whole()
		quiet()
	}
	go b.part()
	go c.part()
	quiet()
	go b.whole()
	go c.whole()
	quiet()
}
