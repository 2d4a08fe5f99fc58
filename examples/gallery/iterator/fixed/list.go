// Package fixed goes through a copy that was made in one critical section.
package fixed

import (
	"slices"
	"sync"
)

// A Name is one of a list.
type Name string

// A List holds names.
type List struct {
	mu    sync.Mutex
	names []Name
}

// New gives a list of names.
func New(names ...Name) *List { return &List{names: names} }

// Remove removes the name with index i.
func (l *List) Remove(i int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < len(l.names) {
		l.names = append(l.names[:i], l.names[i+1:]...)
	}
}

// Each calls f for each name that there was when it was called.
func (l *List) Each(f func(name Name)) {
	l.mu.Lock()
	names := slices.Clone(l.names)
	l.mu.Unlock()
	for _, name := range names {
		f(name)
	}
}
