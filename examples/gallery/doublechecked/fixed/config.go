// Package fixed has the pointer in an atomic variable: who finds it finds what it points to.
package fixed

import (
	"sync"
	"sync/atomic"
)

// A Config says how things are to be done.
type Config struct{ Verbose bool }

// A Service has a configuration, as soon as it needs it.
type Service struct {
	mu     sync.Mutex
	config atomic.Pointer[Config]
}

// Config gives the configuration.
func (s *Service) Config(load func() *Config) *Config {
	if c := s.config.Load(); c != nil {
		return c
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.config.Load() == nil {
		s.config.Store(load())
	}
	return s.config.Load()
}
