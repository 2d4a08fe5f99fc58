// Package fixed computes the next balance under the lock under which it is read and
// written: nobody comes between.
package fixed

import "sync"

// An Account holds an amount of money.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Update sets the balance to what f makes of it. Nobody else uses the account meanwhile,
// f neither.
func (a *Account) Update(f func(balance int) int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = f(a.balance)
}

// Balance is what the account holds.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}
