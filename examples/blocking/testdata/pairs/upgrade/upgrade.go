// Package upgrade remembers results under a lock. To write one, it takes the lock that it holds to read.
package upgrade

import "sync"

// A Result is what was computed of a number.
type Result struct {
	Of, Steps int
}

// A Memo remembers results.
type Memo struct {
	mu      sync.RWMutex
	results map[int]Result
	misses  int
}

// New makes a memo that remembers nothing.
func New() *Memo { return &Memo{results: map[int]Result{}} }

func compute(n int) Result {
	r := Result{Of: n}
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		r.Steps++
	}
	return r
}

// Known is how many results there are.
func (m *Memo) Known() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.results)
}

// Get returns a result, and computes it the first time.
func (m *Memo) Get(n int) Result {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if r, known := m.results[n]; known {
		return r
	}
	r := compute(n)
	m.mu.Lock() // want lock-twice // want run: blocked // over all paths it is lock-twice
	defer m.mu.Unlock()
	m.misses++
	m.results[n] = r
	return r
}
