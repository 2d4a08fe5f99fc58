package main

import "sync"

// Together is copied in one block and written in two: the copy may be half of each state.
type Together struct {
	mu sync.Mutex
	at struct{ x, y int }
}

func (p *Together) whole() {
	p.mu.Lock()
	c := p.at
	p.mu.Unlock() // want view-inconsistency
	use(c)
}

func (p *Together) part() {
	p.mu.Lock()
	p.at.x++
	p.mu.Unlock() // want view-inconsistency
	p.mu.Lock()
	p.at.y++
	p.mu.Unlock() // want view-inconsistency
}

func runTogether() {
	a := &Together{}
	for range 2 {
		go a.part()
		quiet()
		go a.whole()
		quiet()
	}
}
