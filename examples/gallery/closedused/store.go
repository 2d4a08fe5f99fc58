// Package closedused asks whether a store is closed, and uses it in another critical section:
// it may be closed in between.
//
//	Put                  Close
//	is not closed
//	                     entries is nil
//	writes to entries                    a nil map: a panic
//
// The check and the use are about different fields, and no value goes from one to the other.
package closedused

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

func (s *Store) check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	return nil
}

// Put keeps what encode makes of a text.
func (s *Store) Put(key string, text Text, encode func(Text) Text) error {
	if err := s.check(); err != nil {
		return err
	}
	text = encode(text)
	s.mu.Lock()
	defer s.mu.Unlock()
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
