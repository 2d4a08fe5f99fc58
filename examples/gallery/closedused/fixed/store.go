// Package fixed checks in the critical section in which it writes.
package fixed

import (
	"errors"
	"sync"
)

// ErrClosed is what the methods of a closed store return.
var ErrClosed = errors.New("the store is closed")

// A Text is something to keep.
type Text string

// A Store keeps texts until it is closed.
type Store struct {
	mu      sync.Mutex
	closed  bool
	entries map[string]Text
}

// New gives an empty store.
func New() *Store { return &Store{entries: map[string]Text{}} }

// Put keeps what encode makes of a text.
func (s *Store) Put(key string, text Text, encode func(Text) Text) error {
	text = encode(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.entries[key] = text
	return nil
}

// Close forgets what is kept.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.entries = nil
}
