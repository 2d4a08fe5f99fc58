// Package fixed opens the session without the lock too, but looks once more before it puts
// it in: what it found the first time only told it to try.
package fixed

import "sync"

// A Session is what a user has open.
type Session struct{ User string }

// Sessions are the sessions that are open, one for each user.
type Sessions struct {
	mu     sync.Mutex
	byUser map[string]*Session
}

// New gives an empty list.
func New() *Sessions { return &Sessions{byUser: map[string]*Session{}} }

// Get gives the session of a user, which it opens if there is none. One that it opened may
// turn out not to be needed.
func (s *Sessions) Get(user string, open func(user string) *Session) *Session {
	s.mu.Lock()
	session, ok := s.byUser[user]
	s.mu.Unlock()
	if ok {
		return session
	}
	opened := open(user)
	s.mu.Lock()
	defer s.mu.Unlock()
	if session, ok := s.byUser[user]; ok {
		return session
	}
	s.byUser[user] = opened
	return opened
}
