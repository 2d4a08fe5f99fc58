// Package under has what goes wrong under some schedules only.
package under

import (
	"sync"
	"sync/atomic"
)

type store struct {
	mu     sync.Mutex
	values map[string]int
	made   atomic.Int32
	sets   chan string
}

// get gives the value of a key, and makes it if there is none. Two threads may both do that.
func (s *store) get(key string) int {
	s.mu.Lock()
	v, ok := s.values[key]
	s.mu.Unlock()
	if ok {
		return v
	}
	v = int(s.made.Add(1))
	s.mu.Lock()
	s.values[key] = v
	s.mu.Unlock()
	select {
	case s.sets <- key:
	default:
	}
	return v
}

// total has a sync.Map.
type total struct{ by sync.Map }

// add may add to what another thread has replaced meanwhile.
func (t *total) add(key string) {
	v, ok := t.by.Load(key)
	if !ok {
		v = 0
	}
	t.by.Store(key, v.(int)+1)
}
