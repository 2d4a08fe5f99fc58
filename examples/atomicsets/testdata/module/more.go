package main

import "sync"

// A Pair is read and written in two blocks, which others come between.
type Pair struct {
	mu   sync.Mutex
	x, y int // x is interleaved in Split, and so in no set
	z    int
}

func (p *Pair) Split(between func()) {
	p.mu.Lock()
	p.x++
	p.mu.Unlock()
	between()
	p.mu.Lock()
	p.x++
	p.mu.Unlock()
}

func (p *Pair) Whole() {
	p.mu.Lock()
	p.x++
	p.y++ // want atomic-set // {y, z}: x is out
	p.z++
	p.mu.Unlock()
}

// A Reader is read by two threads, and nobody writes it: that is not interleaved, and nothing to
// keep together either.
type Reader struct{ a, b int }

func (r *Reader) Sum() int { return r.a + r.b }

// A Gate waits: what others do meanwhile is no interference.
type Gate struct {
	mu         sync.Mutex
	cond       *sync.Cond
	open, seen int
}

func (g *Gate) Pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.open == 0 { // want run: atomic-set // over all paths it is not certain in which block it is read
		g.cond.Wait()
	}
	g.seen += g.open // want paths: atomic-set // {seen}, for that reason
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.open++
	g.mu.Unlock()
	g.cond.Broadcast()
}

func init() {
	p, r, g := &Pair{}, &Reader{1, 2}, &Gate{}
	g.cond = sync.NewCond(&g.mu)
	step := make(chan int)
	go func() {
		<-step
		p.Whole()
		p.Whole()
		step <- r.Sum()
	}()
	go func() {
		g.Pass()
		step <- 0
	}()
	p.Split(func() {
		step <- 0
		<-step
	})
	p.Whole()
	r.Sum()
	g.Open()
	<-step
	g.Open()
	g.Pass()
}
