// Package splitsection changes two variables that belong together in two critical sections.
// Who looks at both in one sees a moment that should not exist.
//
//	Move(3)            Total
//	shelf is 7
//	                   7 + 0              3 are nowhere
//	cart is 3
//
// No value is stale: what is wrong is the size of the critical sections.
package splitsection

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
	s.mu.Lock()
	s.shelf -= n
	s.mu.Unlock()

	carry()

	s.mu.Lock()
	s.cart += n
	s.mu.Unlock()
}

// Total is how many pieces there are.
func (s *Store) Total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shelf + s.cart
}
