// Package leftcache keeps a table that methods lock by helpers. A purchase of what is sold out keeps the lock.
package leftcache

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
	s.mu.Lock() // want run: blocked // over all paths it is told where the lock is kept
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
		return 0, fmt.Errorf("%s: %w", name, ErrSoldOut) // want lock-left
	}
	w.Left--
	s.revenue += w.Price
	s.end()
	return w.Price, nil
}
