// Package fixed defers the unlock: each path gives the lock back.
package fixed

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
	defer s.mu.Unlock()
	if s.left < n {
		return ErrEmpty
	}
	s.left -= n
	s.orders = append(s.orders, n)
	return nil
}
