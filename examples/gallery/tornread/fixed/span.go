// Package fixed reads both fields in one critical section.
package fixed

import "sync"

// A Span reaches from its low end to its high end.
type Span struct {
	mu        sync.Mutex
	low, high int
}

// Set sets both ends.
func (s *Span) Set(low, high int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.low, s.high = low, high
}

// Ends are both ends, as they were at one moment.
func (s *Span) Ends() (low, high int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.low, s.high
}

// String writes the span, with numbers as format writes them.
func (s *Span) String(format func(int) string) string {
	low, high := s.Ends()
	return format(low) + " to " + format(high)
}
