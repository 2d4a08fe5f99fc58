// Package checkthenact looks whether a session is there under a lock, and puts one in under
// the lock again, but not under the same taking of it. Two may both find that there is none.
//
//	Get("ada")           Get("ada")
//	finds none
//	                     finds none
//	puts in session 1
//	                     puts in session 2     session 1 is in use and in no list
package checkthenact

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

// Get gives the session of a user, which it opens if there is none.
func (s *Sessions) Get(user string, open func(user string) *Session) *Session {
	s.mu.Lock()
	session, ok := s.byUser[user]
	s.mu.Unlock()
	if !ok {
		session = open(user)
		s.mu.Lock()
		s.byUser[user] = session
		s.mu.Unlock()
	}
	return session
}
