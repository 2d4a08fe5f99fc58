// Package shop has one function for each way in which an execution shows a finding.
package shop

import "sync"

type shop struct {
	mu, other sync.Mutex
	stock     map[string]int
	queue     []string
	sold      int
	plain     int
	given     bool
}

// sell may sell what another thread has sold meanwhile.
func (s *shop) sell(what string) bool {
	s.mu.Lock()
	n := s.stock[what] // between: first
	s.mu.Unlock()
	if n == 0 {
		return false
	}
	s.mu.Lock()
	s.stock[what] = n - 1 // between: shows
	s.mu.Unlock()
	return true
}

// count has no lock.
func (s *shop) count() {
	s.plain++ // racing: shows
}

// move and back take two locks in two orders.
func (s *shop) move() {
	s.mu.Lock()
	s.other.Lock() // stuck: shows
	s.sold++
	s.other.Unlock()
	s.mu.Unlock()
}

func (s *shop) back() {
	s.other.Lock()
	s.mu.Lock()
	s.sold--
	s.mu.Unlock()
	s.other.Unlock()
}

// next panics if another thread has taken the last one meanwhile.
func (s *shop) next() (what string) {
	s.mu.Lock()
	empty := len(s.queue) == 0 // popped: first
	s.mu.Unlock()
	if empty {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	what = s.queue[0]     // ending: shows
	s.queue = s.queue[1:] // popped: shows
	return what
}

// tally is called by one thread only.
func (s *shop) tally() int {
	s.mu.Lock()
	n := s.sold // alone: first
	s.mu.Unlock()
	s.mu.Lock()
	s.sold = n + 1 // alone: shows
	s.mu.Unlock()
	return n
}

// give does something once, so that only other functions come between.
func (s *shop) give() {
	s.mu.Lock()
	if s.given {
		s.mu.Unlock()
		return
	}
	s.given = true
	n := s.plain // other: first
	s.mu.Unlock()
	s.mu.Lock()
	s.plain = n + 1 // other: shows
	s.mu.Unlock()
}

// refund is called by nobody.
func (s *shop) refund() {
	s.mu.Lock()
	n := s.sold // unreached: first
	s.mu.Unlock()
	s.mu.Lock()
	s.sold = n - 1 // unreached: shows
	s.mu.Unlock()
}

// serve does what sell does, in one section.
func (s *shop) serve(what string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.stock[what] // safe: first
	if n == 0 {
		return false
	}
	s.stock[what] = n - 1 // safe: shows
	return true
}
