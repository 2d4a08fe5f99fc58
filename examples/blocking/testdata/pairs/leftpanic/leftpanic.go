// Package leftpanic keeps the lock of a list when there is no such item.
package leftpanic

import "sync"

// A List has names.
type List struct {
	mu    sync.Mutex
	names []string
}

// At is the name with this number. It panics if there is none.
func (l *List) At(n int) string {
	l.mu.Lock()
	if n >= len(l.names) {
		panic("no such name") // want lock-left
	}
	name := l.names[n]
	l.mu.Unlock()
	return name
}

// Has reports whether there is a name with this number.
func (l *List) Has(n int) (has bool) {
	defer func() { has = recover() == nil }()
	l.At(n)
	return true
}
