// Package fixed scans ports beside. It waits for the scans before it takes the lock.
package fixed

import (
	"slices"
	"sync"
)

// A Port is open or not.
type Port struct {
	Number int
	Open   bool
}

// A Scanner looks which ports are open.
type Scanner struct {
	mu    sync.Mutex
	scans sync.WaitGroup
	ports []Port
	dial  func(number int) bool
}

// New makes a scanner that dials so.
func New(dial func(number int) bool) *Scanner { return &Scanner{dial: dial} }

// Scan looks at a port beside the caller.
func (s *Scanner) Scan(number int) {
	s.scans.Add(1)
	go func() {
		defer s.scans.Done()
		open := s.dial(number)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ports = append(s.ports, Port{number, open})
	}()
}

// Ports are the open ones of all that were to be looked at.
func (s *Scanner) Ports() []int {
	s.scans.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var open []int
	for _, p := range s.ports {
		if p.Open {
			open = append(open, p.Number)
		}
	}
	slices.Sort(open)
	return open
}
