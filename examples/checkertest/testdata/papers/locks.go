package main

import "sync"

// T2_6 nests its locks: after the inner one is given back, the outer block goes on.
type T2_6 struct {
	a, b  sync.Mutex
	value int
}

func (s *T2_6) nested() {
	s.a.Lock()
	x := s.value
	s.b.Lock()
	y := s.value
	use(y + 1)
	s.b.Unlock()
	s.value = x + 1
	s.a.Unlock()
}

// T2_7 gives the outer lock back first. All it does after is to read, under the inner lock.
type T2_7 struct {
	a, b  sync.Mutex
	value int
}

func (s *T2_7) crossed() {
	s.a.Lock()
	x := s.value
	s.b.Lock()
	y := s.value
	s.a.Unlock()
	z := s.value
	use(x+1, y+1, z+1)
	s.b.Unlock()
}

// R1 is updated under no lock.
type R1 struct{ balance int }

func (a *R1) deposit(x int) {
	a.balance += x // want data-race unordered-access
}

// R7 is written under two locks, and read under one of them each.
type R7 struct {
	a, b sync.Mutex
	x    int
}

func (s *R7) write() {
	s.a.Lock()
	s.b.Lock()
	s.x = 1 // want data-race
	s.x = 2 // want data-race
	s.b.Unlock()
	s.a.Unlock()
}

func (s *R7) readUnderA() {
	s.a.Lock()
	use(s.x) // want data-race
	s.a.Unlock()
}

func (s *R7) readUnderB() {
	s.b.Lock()
	use(s.x) // want data-race
	s.b.Unlock()
}

// R8 is read under no lock by the only thread that writes it: not a data race, but no
// lock is held at all its accesses.
type R8 struct {
	o1, o2 sync.Mutex
	x      int
}

func (s *R8) writer() {
	use(s.x) // want paths: data-race // of a run nothing is written so far
	s.o1.Lock()
	s.o2.Lock()
	s.x = 1 // want data-race
	s.o2.Unlock()
	s.o1.Unlock()
}

func (s *R8) second() {
	s.o2.Lock()
	use(s.x) // want data-race
	s.o2.Unlock()
}

func (s *R8) third() {
	s.o1.Lock()
	use(s.x) // want data-race
	s.o1.Unlock()
}

// R9 has three transactions of which each two are atomic together, and all three are not.
// It has no lock.
type R9 struct{ x, y, z int }

func (s *R9) first() {
	s.x = 1 // want data-race unordered-access
	s.y = 1 // want data-race unordered-access
}

func (s *R9) second() {
	use(s.x) // want unordered-access // want paths: data-race // in a run it is the second thread's first access, and nothing is written
	s.z = 1  // want data-race unordered-access
}

func (s *R9) third() {
	use(s.z) // want unordered-access // want paths: data-race // as above
	use(s.y) // want unordered-access // want paths: data-race
}

// R10 takes two locks in both orders: a run may end in a deadlock.
type R10 struct {
	l1, l2 sync.Mutex
	x, y   int
}

func (s *R10) t() {
	s.l1.Lock()
	s.l2.Lock() // want lock-cycle
	s.l2.Unlock()
	s.x++
	s.l1.Unlock()
}

func (s *R10) u() {
	s.l2.Lock()
	s.l1.Lock() // want lock-cycle
	s.l1.Unlock()
	s.y++
	s.y--
	s.l2.Unlock()
}

// R11 has a block within a block.
type R11 struct {
	l1, l2 sync.Mutex
	v      int
}

func (s *R11) nested() {
	s.l1.Lock()
	use(s.v)
	s.l2.Lock()
	s.v = 1
	use(s.v)
	s.l2.Unlock()
	s.l1.Unlock()
}

// The objects of R12 have names of their own, as in the report.
var gate, l1, l2 sync.Mutex

// R12 takes two locks in both orders, but only under a third one.
type R12 struct{ x int }

func (s *R12) forwards() {
	gate.Lock()
	l1.Lock()
	l2.Lock()
	s.x++
	l2.Unlock()
	l1.Unlock()
	gate.Unlock()
}

func (s *R12) backwards() {
	gate.Lock()
	l2.Lock()
	l1.Lock()
	s.x--
	l1.Unlock()
	l2.Unlock()
	gate.Unlock()
}

// R12Fields is R12 with locks that are fields: the gate is in the object whose locks it
// guards.
type R12Fields struct {
	gate, l1, l2 sync.Mutex
	x            int
}

func (s *R12Fields) forwards() {
	s.gate.Lock()
	s.l1.Lock()
	s.l2.Lock()
	s.x++
	s.l2.Unlock()
	s.l1.Unlock()
	s.gate.Unlock()
}

func (s *R12Fields) backwards() {
	s.gate.Lock()
	s.l2.Lock()
	s.l1.Lock()
	s.x--
	s.l1.Unlock()
	s.l2.Unlock()
	s.gate.Unlock()
}
