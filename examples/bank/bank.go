// Command bank is the program that Parallax compares when it is given no
// arguments. It keeps accounts in memory, has no data race, and passes its tests.
// Three of its methods lose money all the same, when others use the account at
// that moment; each has a twin that does not. A fourth looks like them, and is
// right. What the comparison has to say about them is told at each.
package main

import "sync"

// An Account holds an amount of money, in cents.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Statement is what an account says of itself.
type Statement struct {
	Balance int
}

// Statement copies what the account says at one moment. The caller gets a copy
// that is nobody else's, and nothing is written back.
func (a *Account) Statement() *Statement {
	s := new(Statement)
	a.mu.Lock()
	s.Balance = a.balance
	a.mu.Unlock()
	return s
}

// Deposit adds an amount.
func (a *Account) Deposit(amount int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += amount
}

// DepositSlowly adds an amount to what the balance was a moment ago: what others
// deposit meanwhile is lost (Artho 2005, figure 2.10). Deposit is its twin.
//
// Confirmed: all paths show it, and so does every run that comes here.
func (a *Account) DepositSlowly(amount int) {
	a.mu.Lock()
	balance := a.balance
	a.mu.Unlock()
	balance += amount
	a.mu.Lock()
	a.balance = balance
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

// WithdrawHopefully checks first and acts later: two may both find the money
// that is there once. Withdraw is its twin.
//
// Confirmed, as DepositSlowly is, although nothing stale is written.
func (a *Account) WithdrawHopefully(amount int) bool {
	a.mu.Lock()
	balance := a.balance
	a.mu.Unlock()
	if balance < amount {
		return false
	}
	a.mu.Lock()
	a.balance -= amount
	a.mu.Unlock()
	return true
}
