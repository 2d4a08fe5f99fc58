// Package tornread reads two fields that are written together in two critical sections. It
// may have one of before and one of after.
//
//	String             Set(10, 20)
//	Low: 1
//	                   low is 10, high is 20
//	High: 20                                  1 to 20 never was the span
package tornread

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

// Low is the low end.
func (s *Span) Low() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.low
}

// High is the high end.
func (s *Span) High() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.high
}

// String writes the span, with numbers as format writes them.
func (s *Span) String(format func(int) string) string {
	return format(s.Low()) + " to " + format(s.High())
}
