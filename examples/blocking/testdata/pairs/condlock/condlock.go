// Package condlock takes the lock to look and to write, and gives it back only if it wrote.
package condlock

import "sync"

// A Sign has a text.
type Sign struct {
	mu   sync.Mutex
	text string
}

// Swap returns the text, and writes another one if there is one. To be safe, it locks the sign.
func (s *Sign) Swap(safe bool, text string) string {
	if safe {
		s.mu.Lock()
	}
	old := s.text
	if text != "" {
		s.text = text
		if safe {
			s.mu.Unlock()
		}
	}
	return old // want lock-left
}
