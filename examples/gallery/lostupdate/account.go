// Package lostupdate reads a balance under a lock, computes the next one without it, and
// writes that under the lock again. What others write in between is lost.
//
//	Update(+10)        Update(+20)
//	reads 0
//	                   reads 0
//	                   writes 20
//	writes 10                             20 are lost
//
// Each access is under the lock: there is no data race. But the value that is written was
// computed from one that may be out of date.
package lostupdate

import "sync"

// An Account holds an amount of money.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Update sets the balance to what f makes of it.
func (a *Account) Update(f func(balance int) int) {
	a.mu.Lock()
	old := a.balance
	a.mu.Unlock()

	next := f(old)

	a.mu.Lock()
	a.balance = next
	a.mu.Unlock()
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}
