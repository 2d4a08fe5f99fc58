// Package evidence has pairs of sections for which runs give evidence, and pairs for which they do not.
package evidence

import "sync"

type store struct {
	mu    sync.Mutex
	items map[string]int
	next  int
	size  int
	limit span
	table map[string]string

	order sync.Mutex
	last  int

	ready chan bool
}

type span struct{ low, high int }

func newStore() *store {
	return &store{items: map[string]int{}, table: map[string]string{}, ready: make(chan bool)}
}

// insert is executed by two goroutines.
func (s *store) insert(k string) {
	s.mu.Lock()
	_, ok := s.items[k]
	s.mu.Unlock()
	if !ok {
		s.mu.Lock()
		s.items[k] = 1 // want check-then-act
		s.mu.Unlock()
	}
}

// number is executed by one goroutine; others read.
func (s *store) number() {
	s.mu.Lock()
	n := s.next
	s.mu.Unlock()
	s.mu.Lock()
	s.next = n + 1 // want paths: stale-value
	s.mu.Unlock()
}

func (s *store) numbers() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next
}

// grow is executed by a goroutine that is told by another one, which has written before.
func (s *store) grow() {
	<-s.ready
	s.mu.Lock()
	n := s.size
	s.mu.Unlock()
	s.mu.Lock()
	s.size = n + 1 // want paths: stale-value
	s.mu.Unlock()
}

func (s *store) resize(n int) {
	s.mu.Lock()
	s.size = n
	s.mu.Unlock()
}

// inTurn is called with another lock held by all who call it, by way of a function value.
func (s *store) inTurn() {
	s.mu.Lock()
	n := s.last
	s.mu.Unlock()
	s.mu.Lock()
	s.last = n + 1
	s.mu.Unlock()
}

// widen reads the whole struct, of which another goroutine writes a field.
func (s *store) widen() {
	s.mu.Lock()
	l := s.limit
	s.mu.Unlock()
	s.mu.Lock()
	s.limit = l // want stale-value
	s.mu.Unlock()
}

func (s *store) lower() {
	s.mu.Lock()
	s.limit.low--
	s.mu.Unlock()
}

// fill looks into a table that another goroutine replaces.
func (s *store) fill(k string) {
	s.mu.Lock()
	v := s.table[k]
	s.mu.Unlock()
	if v == "" {
		s.mu.Lock()
		s.table[k] = "new" // want check-then-act
		s.mu.Unlock()
	}
}

func (s *store) clear() {
	s.mu.Lock()
	s.table = map[string]string{}
	s.mu.Unlock()
}

// tidy writes in the end whatever the branch does, though what it calls may panic, and the handler writes then, too.
func (s *store) tidy(k string, warn func(int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		s.table[k] = "new"
	}()
	if n := len(s.table); n > 10 {
		warn(n)
	}
	s.mu.Unlock()
	defer s.mu.Lock()
	warn(0)
}
