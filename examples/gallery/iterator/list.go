// Package iterator goes through a list by its length and its elements, each of which is read
// under the lock. The list may change on the way.
//
//	Each                 Remove(0)
//	Len: 2
//	At(0): "a"
//	                     the list is ["b"]
//	At(1)                                   there is no such element: a panic
//
// With a little less bad luck an element is passed over, or comes twice.
package iterator

import "sync"

// A Name is one of a list.
type Name string

// A List holds names.
type List struct {
	mu    sync.Mutex
	names []Name
}

// New gives a list of names.
func New(names ...Name) *List { return &List{names: names} }

// Len is how many names there are.
func (l *List) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.names)
}

// At is the name with index i.
func (l *List) At(i int) Name {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names[i]
}

// Remove removes the name with index i.
func (l *List) Remove(i int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < len(l.names) {
		l.names = append(l.names[:i], l.names[i+1:]...)
	}
}

// Each calls f for each name.
func (l *List) Each(f func(name Name)) {
	for i := range l.Len() {
		f(l.At(i))
	}
}
