package main

import "sync"

// T2_8 is a low-level data race: no lock is held at all accesses. Its threads are waited for
// one after the other, so that no run shows a wrong value, and nothing is unordered.
type T2_8 struct {
	a, b  sync.Mutex
	value int
}

func (s *T2_8) reset() {
	s.a.Lock()
	s.b.Lock()
	s.value = 0 // want paths: data-race // of one run the first thread
	s.b.Unlock()
	s.a.Unlock()
}

func (s *T2_8) inc() {
	s.a.Lock()
	s.value++ // want paths: data-race // the second has a lock in common with the first
	s.a.Unlock()
}

func (s *T2_8) dec() {
	s.b.Lock()
	s.value-- // want data-race
	s.b.Unlock()
}

// T2_9 is a high-level data race: swap takes both in one block, reset in two.
type T2_9 struct {
	mu   sync.Mutex
	x, y int
}

func (c *T2_9) swap() {
	c.mu.Lock()
	oldX := c.x
	oldY := c.y
	c.x = oldY
	c.y = oldX
	c.mu.Unlock() // want view-inconsistency
}

func (c *T2_9) reset() {
	c.mu.Lock()
	c.x = 0
	c.mu.Unlock() // want paths: view-inconsistency // in a run the second block makes it one
	c.mu.Lock()
	c.y = 0
	c.mu.Unlock() // want view-inconsistency
}

// T2_10 is a non-atomic increment. Its one variable makes one view, always under the lock.
type T2_10 struct {
	mu    sync.Mutex
	field int
}

func (s *T2_10) inc() {
	s.mu.Lock()
	tmp := s.field
	s.mu.Unlock()
	tmp++
	s.mu.Lock()
	s.field = tmp
	s.mu.Unlock()
}

// T2_11 is an atomicity violation that is not a high-level data race: both take both, always.
type T2_11 struct {
	mu   sync.Mutex
	x, y int
}

func (c *T2_11) swap() {
	c.mu.Lock()
	oldX := c.x
	oldY := c.y
	c.mu.Unlock()
	c.mu.Lock()
	c.x = oldY
	c.y = oldX
	c.mu.Unlock()
}

func (c *T2_11) reset() {
	c.mu.Lock()
	c.x = 0
	c.y = 0
	c.mu.Unlock()
}

// T3_2 is what went wrong in the Remote Agent: the task sets value and flag in two
// blocks, the daemon takes them in one.
type T3_2 struct {
	table    sync.Mutex
	value    int
	achieved bool
}

func (e *T3_2) task(v int) {
	e.table.Lock()
	e.value = v
	e.table.Unlock() // want paths: view-inconsistency // in a run the last block makes it one
	e.table.Lock()
	e.achieved = true
	e.table.Unlock() // want paths: view-inconsistency // a daemon that comes before looks at the flag only
}

func (e *T3_2) daemon(state int) (warned bool) {
	e.table.Lock()
	if e.achieved && state != e.value {
		warned = true
	}
	e.table.Unlock() // want view-inconsistency
	return warned
}

// T3_4 has four threads: t1 has the view {x, y}, t2 {x}, t3 {x} and {y}, t4 {x} and
// {x, y}. In conflict are t1 and t3, and t3 and t4.
type T3_4 struct {
	mu   sync.Mutex
	x, y int
}

func (p *T3_4) getX() int {
	p.mu.Lock()
	x := p.x
	p.mu.Unlock() // want view-inconsistency
	return x
}

func (p *T3_4) getY() int {
	p.mu.Lock()
	y := p.y
	p.mu.Unlock() // want view-inconsistency
	return y
}

func (p *T3_4) getXY() *T3_4 {
	p.mu.Lock()
	d := &T3_4{x: p.x, y: p.y}
	p.mu.Unlock() // want view-inconsistency
	return d
}

func (p *T3_4) setXY(d *T3_4) {
	p.mu.Lock()
	p.x = d.x
	p.y = d.y
	p.mu.Unlock() // want view-inconsistency
}

func (p *T3_4) t1() { p.setXY(&T3_4{x: 1, y: 2}) }

func (p *T3_4) t2() { use(p.getX()) }

func (p *T3_4) t3() {
	x := p.getX()
	use(x, p.getY())
}

func (p *T3_4) t4() {
	use(p.getX())
	d := p.getXY()
	x := d.getX()
	use(x, d.getY())
}

func use(...int) {}

// T4_2 goes over a block that is complete in itself.
type T4_2 struct {
	mu    sync.Mutex
	field int
}

func (s *T4_2) sensorDaemon() {
	for range 3 {
		s.mu.Lock()
		value := s.field
		s.field = value/2 + 1
		s.mu.Unlock()
	}
}

// T4_3 takes values out of a buffer in one block, and adds others in another one.
type T4_3 struct {
	mu          sync.Mutex
	slots       [8]uint
	first, size int
}

func (b *T4_3) next() uint {
	i := b.first
	value := b.slots[i]
	b.slots[i] = 0
	b.first = (i + 1) % len(b.slots)
	b.size--
	return value
}

func (b *T4_3) add(value uint) {
	b.slots[(b.first+b.size)%len(b.slots)] = value
	b.size++
}

func (b *T4_3) fill() {
	b.mu.Lock()
	b.add(3)
	b.add(4)
	b.add(5)
	b.mu.Unlock()
}

func (b *T4_3) work() {
	for range 2 {
		b.mu.Lock()
		value := b.next()
		b.mu.Unlock()
		value *= value
		b.mu.Lock()
		b.add(value)
		b.mu.Unlock()
	}
}

// T10_1 reads and writes through methods that are called with the lock.
type T10_1 struct {
	mu    sync.Mutex
	value int
}

func (x *T10_1) getValue() int { return x.value }

func (x *T10_1) setValue(v int) { x.value = v }

func (x *T10_1) increment() {
	x.mu.Lock()
	tmp := x.getValue()
	x.mu.Unlock()
	tmp++
	x.mu.Lock()
	x.setValue(tmp)
	x.mu.Unlock()
}

// T10_2 computes outside, then compares and stores.
type T10_2 struct {
	mu    sync.Mutex
	field int
}

func (s *T10_2) doTransaction() {
	for done := false; !done; {
		s.mu.Lock()
		value := s.field
		s.mu.Unlock()
		data := value + 1
		s.mu.Lock()
		if value == s.field {
			s.field = data
			done = true
		}
		s.mu.Unlock()
	}
}
