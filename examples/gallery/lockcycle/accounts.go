// Package lockcycle locks two accounts, the one that gives first. Two transfers in opposite
// directions may wait for each other for good.
//
//	Transfer(a, b)       Transfer(b, a)
//	locks a
//	                     locks b
//	waits for b
//	                     waits for a
//
// It is atomic, and that is not all one wants. The test makes the transfers one after the
// other, so that it ends.
package lockcycle

import "sync"

// An Account holds an amount of money.
type Account struct {
	id      int
	mu      sync.Mutex
	balance int
}

// New gives an account with a number of its own.
func New(id, balance int) *Account { return &Account{id: id, balance: balance} }

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Transfer moves an amount from one account to another one.
func Transfer(from, to *Account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
