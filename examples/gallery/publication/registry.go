// Package publication puts an object where others find it before it is done with it.
//
//	Add("ada")                Timeout("ada")
//	registers the user
//	                          finds a timeout of 0
//	sets the timeout
package publication

import (
	"sync"
	"time"
)

type user struct {
	name    string
	timeout time.Duration
}

// A Registry knows users.
type Registry struct {
	mu    sync.Mutex
	users map[string]*user
}

// New gives an empty registry.
func New() *Registry { return &Registry{users: map[string]*user{}} }

// Add adds a user with the timeout that ask says.
func (r *Registry) Add(name string, ask func() time.Duration) {
	u := &user{name: name}
	r.mu.Lock()
	r.users[name] = u
	r.mu.Unlock()
	u.timeout = ask()
}

// Timeout is the timeout of a user.
func (r *Registry) Timeout(name string) (timeout time.Duration, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u, ok := r.users[name]
	if !ok {
		return 0, false
	}
	return u.timeout, true
}
