// Package fixed opens sessions that are kept alive beside. One that cannot log in is closed.
package fixed

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// A Session is kept alive until it is closed.
type Session struct {
	user   string
	pings  chan ping
	alive  atomic.Int64
	cancel context.CancelFunc
}

type ping struct{ number int64 }

// ErrDenied says that a user is not known.
var ErrDenied = errors.New("access denied")

// Open makes a session and logs the user in.
func Open(ctx context.Context, user, password string) (*Session, error) {
	s := &Session{user: user, pings: make(chan ping, 1)}
	ctx, s.cancel = context.WithCancel(ctx)
	go s.keepAlive(ctx)
	if err := s.login(password); err != nil {
		s.cancel()
		return nil, fmt.Errorf("session of %s: %w", user, err)
	}
	return s, nil
}

func (s *Session) keepAlive(ctx context.Context) {
	for {
		select {
		case p := <-s.pings:
			s.alive.Store(p.number)
		case <-ctx.Done():
			return
		}
	}
}

func (s *Session) login(password string) error {
	if password != "open "+s.user {
		return ErrDenied
	}
	s.pings <- ping{1}
	return nil
}

// Close ends the session.
func (s *Session) Close() { s.cancel() }
