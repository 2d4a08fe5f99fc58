package main

import "sync"

// A Ledger has accounts by name. Which accounts there are is settled when it is
// made, so looking one up needs no lock.
type Ledger struct {
	accounts map[string]*Account
	roles    map[string]string // which account pays and which is paid

	mu       sync.RWMutex
	interest int // in percent
}

// NewLedger makes a ledger with an account for the bank and for each customer.
func NewLedger(bank string, customers ...string) *Ledger {
	l := &Ledger{
		accounts: map[string]*Account{bank: {}},
		roles:    map[string]string{"payer": bank, "payee": bank},
	}
	for _, c := range customers {
		l.accounts[c] = &Account{}
	}
	return l
}

// Account finds an account; nil if there is none.
func (l *Ledger) Account(name string) *Account { return l.accounts[name] }

// SetInterest changes the rate, in percent.
func (l *Ledger) SetInterest(percent int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.interest = percent
}

// RaiseInterest adds to what the rate was a moment ago.
//
// Not exercised: neither the tests nor main raise the rate.
func (l *Ledger) RaiseInterest(percent int) {
	l.mu.RLock()
	rate := l.interest
	l.mu.RUnlock()
	l.SetInterest(rate + percent)
}

// Settle books a fee of the bank from its payer to its payee. It locks both, but
// an account that is both of them only once.
//
// Not observed, in the plain mode: on the path where the two differ, what was read from the payee is
// stale when it is used. No run takes that path, because the two are one account,
// under one lock (Artho 2005, figure 9.1).
func (l *Ledger) Settle(fee int) {
	payer, payee := l.Account(l.roles["payer"]), l.Account(l.roles["payee"])
	payer.mu.Lock()
	if payee != payer {
		payee.mu.Lock()
	}
	balance := payee.balance
	if payee != payer {
		payee.mu.Unlock()
	}
	payer.balance = balance + fee
	payer.mu.Unlock()
}
