// Pairs that are accessed together, and apart. All goroutines do the same, so that whatever
// the schedule each does it after another one has.
package main

import "sync"

type Coord struct {
	mu   sync.Mutex
	x, y int
}

func (c *Coord) Swap() {
	c.mu.Lock()
	c.x, c.y = c.y, c.x
	c.mu.Unlock() // want view-inconsistency
}

func (c *Coord) Get() (x, y int) {
	c.mu.Lock()
	defer c.mu.Unlock() // want view-inconsistency
	return c.x, c.y
}

func (c *Coord) setX(x int) {
	c.mu.Lock()
	c.x = x
	c.mu.Unlock() // want view-inconsistency
}

func (c *Coord) setY(y int) {
	c.mu.Lock()
	c.y = y
	c.mu.Unlock() // want view-inconsistency
}

// Reset lets others see the half of it.
func (c *Coord) Reset() {
	c.setX(0)
	c.setY(0)
}

// Table keeps two numbers in step; all that access them do it together.
type Table struct {
	mu          sync.RWMutex
	hits, total int
}

func (t *Table) Hit() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hits++
	t.count()
}

func (t *Table) Miss() {
	t.mu.Lock()
	t.count()
	t.mu.Unlock()
}

func (t *Table) count() { t.total++ }

func (t *Table) Rate() (int, int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.hits, t.total
}

// Owner has a lock around its part's.
type Owner struct {
	mu   sync.Mutex
	part Part
}

type Part struct {
	mu   sync.Mutex
	a, b int
}

func (o *Owner) Both() {
	o.mu.Lock()
	o.part.mu.Lock()
	o.part.a, o.part.b = o.part.b, o.part.a
	o.part.mu.Unlock()
	o.mu.Unlock()
}

func (o *Owner) InSteps() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.part.mu.Lock()
	o.part.a = 1
	o.part.mu.Unlock()
	o.part.mu.Lock()
	o.part.b = 1
	o.part.mu.Unlock()
}

func main() {
	var c Coord
	var t Table
	var o Owner
	var g Guarded
	var p Pipe
	var q Peer
	var all sync.WaitGroup
	for range 3 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 50 {
				c.Swap()
				c.Get()
				c.Reset()
				t.Hit()
				t.Miss()
				t.Rate()
				o.Both()
				o.InSteps()
				g.together()
				g.halves()
				g.interrupted()
				g.mixed()
				swapGlobal()
				splitGlobal()
				made(&p, &q)
			}
		}()
	}
	all.Wait()
}
