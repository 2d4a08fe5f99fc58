// Package lostupdate reads a balance under a lock, does something else without it, and writes
// the next balance under the lock again. What others write in between is lost.
//
//	Deposit(10)        Deposit(20)
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

// Deposit adds an amount if the bank has the coins counted, and they are right.
func (a *Account) Deposit(amount int, count func() bool) bool {
	a.mu.Lock()
	balance := a.balance
	a.mu.Unlock()

	if !count() {
		return false
	}

	a.mu.Lock()
	a.balance = balance + amount
	a.mu.Unlock()
	return true
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}
