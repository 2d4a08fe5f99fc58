// Package fixed asks and takes in one call that locks once.
package fixed

import "sync"

// An Account holds an amount of money that may not become negative.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Deposit adds an amount.
func (a *Account) Deposit(amount int) {
	a.mu.Lock()
	a.balance += amount
	a.mu.Unlock()
}

// Withdraw takes an amount out if it is there.
func (a *Account) Withdraw(amount int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance < amount {
		return false
	}
	a.balance -= amount
	return true
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Pay takes the price out if the owner approves and it is there.
func (a *Account) Pay(price int, approve func() bool) bool {
	return approve() && a.Withdraw(price)
}
