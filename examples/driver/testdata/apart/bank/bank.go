// Package bank holds the locks of a program that takes none itself.
package bank

import "sync"

type Account struct {
	mu sync.Mutex
	n  int
}

// Add adds by way of a stale value.
func (a *Account) Add(n int) {
	a.mu.Lock()
	n += a.n
	a.mu.Unlock()
	a.mu.Lock()
	a.n = n
	a.mu.Unlock()
}

// Unused takes a lock and is not called.
func (a *Account) Unused() {
	a.mu.Lock()
	a.mu.Unlock()
}
