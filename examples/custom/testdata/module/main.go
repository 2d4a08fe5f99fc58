// Command regrab takes locks, gives them back and takes them again.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) deposit(amount int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += amount
}

func (a *account) slowly(amount int) {
	a.mu.Lock()
	balance := a.balance
	a.mu.Unlock()
	balance += amount
	a.mu.Lock() // want lock-taken-again
	a.balance = balance
	a.mu.Unlock()
}

func (a *account) often(times int) {
	for range times {
		a.mu.Lock() // want paths: lock-taken-again
		a.balance++
		a.mu.Unlock()
	}
}

func main() {
	var a account
	a.deposit(1)
	a.slowly(2)
	a.often(1)
}
