// Package loopcontinue pays invoices, each under the lock. One that is paid is passed over, and the lock is kept.
package loopcontinue

import "sync"

// An Invoice is to be paid.
type Invoice struct {
	Number int
	Amount int
	Paid   bool
}

// A Firm has invoices and money.
type Firm struct {
	mu       sync.Mutex
	money    int
	invoices []*Invoice
}

// New makes a firm.
func New(money int, invoices ...*Invoice) *Firm {
	return &Firm{money: money, invoices: invoices}
}

// Pay pays what it can, and returns how many were paid. Others can look between two invoices.
func (f *Firm) Pay() int {
	paid := 0
	for _, i := range f.invoices {
		f.mu.Lock() // want lock-twice // want run: blocked // over all paths it is lock-twice
		if i.Paid || i.Amount > f.money {
			continue
		}
		f.money -= i.Amount
		i.Paid = true
		f.mu.Unlock()
		paid++
	}
	return paid // want paths: lock-left // in the test the next round waits
}

// Money is what is left.
func (f *Firm) Money() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.money
}
