// Package shop has a type with a defect, its correct twin, and functions of all shapes.
package shop

import (
	"errors"
	"sync"
)

// A Stock is how many there are of each thing.
type Stock struct {
	mu   sync.Mutex
	have map[string]int
}

// NewStock makes an empty Stock.
func NewStock() *Stock { return &Stock{have: map[string]int{}} }

// Put adds things.
func (s *Stock) Put(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have[name] += n
}

func (s *Stock) count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.have[name]
}

// Take takes a thing if there is one. It looks in one critical section, and takes in the next one.
func (s *Stock) Take(name string) error {
	if s.count(name) < 1 {
		return errors.New("none left")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have[name]--
	return nil
}

// A Store is a Stock without the defect.
type Store struct {
	mu   sync.Mutex
	have map[string]int
}

// NewStore makes an empty Store.
func NewStore() (*Store, error) { return &Store{have: map[string]int{}}, nil }

// Put adds things.
func (s *Store) Put(name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have[name] += n
}

// Take takes a thing if there is one.
func (s *Store) Take(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.have[name] < 1 {
		return errors.New("none left")
	}
	s.have[name]--
	return nil
}

// A Ledger has a method that gives back the lock of its caller, and takes it again.
type Ledger struct {
	mu sync.Mutex
	n  int
}

// Post counts.
func (l *Ledger) Post() {
	l.mu.Lock()
	l.post()
}

func (l *Ledger) post() {
	l.n++
	l.mu.Unlock()
	l.mu.Lock()
	l.n++
	l.mu.Unlock()
}
