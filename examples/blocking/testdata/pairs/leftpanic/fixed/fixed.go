// Package fixed gives the lock of a list back by defer, also if there is no such item.
package fixed

import "sync"

// A List has names.
type List struct {
	mu    sync.Mutex
	names []string
}

// At is the name with this number. It panics if there is none.
func (l *List) At(n int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n >= len(l.names) {
		panic("no such name")
	}
	name := l.names[n]
	return name
}

// Has reports whether there is a name with this number.
func (l *List) Has(n int) (has bool) {
	defer func() { has = recover() == nil }()
	l.At(n)
	return true
}
