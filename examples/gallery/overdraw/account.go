// Package overdraw asks whether there is enough money, and takes it in a second call. Both
// lock, and between them somebody else may take it.
//
//	Pay(10)              Pay(10)
//	Balance: 15
//	                     Balance: 15
//	                     Withdraw(10)
//	Withdraw(10)                           the balance is -5
//
// No stale value is written. One decides.
package overdraw

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

// Withdraw takes an amount out.
func (a *Account) Withdraw(amount int) {
	a.mu.Lock()
	a.balance -= amount
	a.mu.Unlock()
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Pay takes the price out if it is there and the owner approves.
func (a *Account) Pay(price int, approve func() bool) bool {
	if a.Balance() < price || !approve() {
		return false
	}
	a.Withdraw(price)
	return true
}
