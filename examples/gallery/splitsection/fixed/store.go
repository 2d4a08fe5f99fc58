// Package fixed changes both in one critical section.
package fixed

import "sync"

// A Store has goods on a shelf and in a cart.
type Store struct {
	mu          sync.Mutex
	shelf, cart int
}

// New gives a store with n pieces on its shelf.
func New(n int) *Store { return &Store{shelf: n} }

// Move puts n pieces from the shelf into the cart.
func (s *Store) Move(n int, carry func()) {
	carry()

	s.mu.Lock()
	s.shelf -= n
	s.cart += n
	s.mu.Unlock()
}

// Total is how many pieces there are.
func (s *Store) Total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shelf + s.cart
}
