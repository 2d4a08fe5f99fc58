// Package fixed keeps a table that methods lock by helpers. Each purchase gives the lock back.
package fixed

import (
	"errors"
	"fmt"
	"sync"
)

// ErrSoldOut says that nothing is left of something.
var ErrSoldOut = errors.New("sold out")

// A Ware is for sale.
type Ware struct {
	Left  int
	Price int
}

// A Shop sells wares.
type Shop struct {
	mu      sync.Mutex
	wares   map[string]*Ware
	revenue int
}

// New makes a shop.
func New() *Shop { return &Shop{wares: map[string]*Ware{}} }

// begin takes the lock for its caller.
func (s *Shop) begin() {
	s.mu.Lock()
}

// end gives the lock of its caller back.
func (s *Shop) end() {
	s.mu.Unlock()
}

// Stock adds wares.
func (s *Shop) Stock(name string, n, price int) {
	s.begin()
	defer s.end()
	if s.wares[name] == nil {
		s.wares[name] = &Ware{}
	}
	s.wares[name].Left += n
	s.wares[name].Price = price
}

// Buy sells one ware.
func (s *Shop) Buy(name string) (int, error) {
	s.begin()
	w := s.wares[name]
	if w == nil || w.Left == 0 {
		s.end()
		return 0, fmt.Errorf("%s: %w", name, ErrSoldOut)
	}
	w.Left--
	s.revenue += w.Price
	s.end()
	return w.Price, nil
}
