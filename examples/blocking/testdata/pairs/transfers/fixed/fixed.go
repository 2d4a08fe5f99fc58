// Package fixed moves money between accounts, and locks first the one with the lower number.
package fixed

import (
	"errors"
	"sync"
	"time"
)

// ErrPoor says that an account has not enough money.
var ErrPoor = errors.New("not enough money")

// An Account has money.
type Account struct {
	mu     sync.Mutex
	number int
	money  int
}

// Open makes an account.
func Open(number, money int) *Account { return &Account{number: number, money: money} }

// Money is how much there is.
func (a *Account) Money() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.money
}

// Move moves money from an account to another one.
func Move(from, to *Account, money int) error {
	if from == to {
		return nil
	}
	first, second := from, to
	if to.number < from.number {
		first, second = to, from
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	confirm(from)
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.money < money {
		return ErrPoor
	}
	from.money -= money
	to.money += money
	return nil
}

func confirm(a *Account) { time.Sleep(time.Duration(a.number) * time.Millisecond) }
