// Package fixed locks the account with the smaller number first, whoever gives.
package fixed

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
	first, second := from, to
	if to.id < from.id {
		first, second = to, from
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
