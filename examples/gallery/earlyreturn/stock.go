// Package earlyreturn leaves a function early, and keeps the lock that it gives back at its end.
//
//	Reserve(7)
//	there are 5: it returns
//	                          Left() waits for the lock for good
//
// The path is one that is seldom taken, for what is wrong anyway. Who looks at the last line sees the unlock.
package earlyreturn

import (
	"errors"
	"sync"
)

// An Order is how much is reserved at once.
type Order int

// ErrEmpty says that there is not as much left.
var ErrEmpty = errors.New("not enough left")

// A Stock is what is there to be reserved.
type Stock struct {
	mu     sync.Mutex
	left   Order
	orders []Order
}

// Fill adds to what is there.
func (s *Stock) Fill(n Order) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left += n
}

// Left is how much is left.
func (s *Stock) Left() Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// Reserve takes an order.
func (s *Stock) Reserve(n Order) error {
	s.mu.Lock()
	if s.left < n {
		return ErrEmpty
	}
	s.left -= n
	s.orders = append(s.orders, n)
	s.mu.Unlock()
	return nil
}
