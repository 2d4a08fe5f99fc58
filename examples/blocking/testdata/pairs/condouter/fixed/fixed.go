// Package fixed paints with colors of a store. A painter waits for a color before taking the studio.
package fixed

import "sync"

// A Color has a name.
type Color struct{ Name string }

// A Studio has a store of colors.
type Studio struct {
	mu        sync.Mutex
	paintings []Color
	visits    int
	store     *store
}

type store struct {
	mu     sync.Mutex
	filled *sync.Cond
	colors []Color
}

// New makes a studio without colors.
func New() *Studio {
	s := &store{}
	s.filled = sync.NewCond(&s.mu)
	return &Studio{store: s}
}

func (s *store) take() Color {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.colors) == 0 {
		s.filled.Wait()
	}
	c := s.colors[0]
	s.colors = s.colors[1:]
	return c
}

func (s *store) put(c Color) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.colors = append(s.colors, c)
	s.filled.Signal()
}

// Paint waits for a color and paints with it.
func (s *Studio) Paint() {
	c := s.store.take()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paintings = append(s.paintings, c)
}

// Deliver brings a color. It goes through the studio.
func (s *Studio) Deliver(c Color) {
	s.mu.Lock()
	s.visits++
	s.mu.Unlock()
	s.store.put(c)
}
