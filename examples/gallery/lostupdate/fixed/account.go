// Package fixed reads and writes the balance under the lock without giving it back: nobody
// comes between.
package fixed

import "sync"

// An Account holds an amount of money.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Deposit adds an amount if the bank has the coins counted, and they are right. Nobody else
// uses the account meanwhile.
func (a *Account) Deposit(amount int, count func() bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	balance := a.balance
	if !count() {
		return false
	}
	a.balance = balance + amount
	return true
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}
