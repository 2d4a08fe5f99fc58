package main

import "sync"

type store struct {
	mu sync.RWMutex
	m  map[string]int
}

func (s *store) get(k string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.m[k]
}

func main() {
	s := &store{m: map[string]int{"a": 1}}
	s.get("a")
	s.mu.RUnlock() // ends: fatal error: sync: RUnlock of unlocked RWMutex
}
