// Package doublechecked looks without the lock whether something is there, and takes the lock
// only to make it. Only one is made, but who finds it without the lock may find a pointer to
// something that is not filled in yet.
//
//	Config                   Config
//	finds none, and locks
//	loads, and sets config
//	                         finds one, with nothing ordering it behind what Load wrote
package doublechecked

import "sync"

// A Config says how things are to be done.
type Config struct{ Verbose bool }

// A Service has a configuration, as soon as it needs it.
type Service struct {
	mu     sync.Mutex
	config *Config
}

// Config gives the configuration.
func (s *Service) Config(load func() *Config) *Config {
	if s.config == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.config == nil {
			s.config = load()
		}
	}
	return s.config
}
