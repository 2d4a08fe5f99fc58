// Command stale has copies of shared data that are used after their lock was given
// back, and twins of them that are not. The comments say what is found.
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

func (a *account) depositSlowly(amount int) {
	a.mu.Lock()
	balance := a.balance
	a.mu.Unlock()
	balance += amount // want stale-value
	a.mu.Lock()
	a.balance = balance // want stale-value
	a.mu.Unlock()
}

func (a *account) get() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Read again, it is fresh.
func (a *account) again(amount int) {
	n := a.get()
	a.mu.Lock()
	n = a.balance
	a.balance = n + amount
	a.mu.Unlock()
}

// A callee reads it and gives its lock back.
func (a *account) byCallee(amount int) {
	n := a.get()
	if n < amount { // want stale-value
		return
	}
	a.deposit(-amount)
}

// The lock of another account does not help.
func move(from, to *account, amount int) {
	from.mu.Lock()
	n := from.balance
	from.mu.Unlock()
	to.mu.Lock()
	to.balance = n // want stale-value
	to.mu.Unlock()
}

func (a *account) sometimes(wait bool) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := a.balance
	if wait {
		a.mu.Unlock()
		a.mu.Lock()
	}
	return n + 1 // want paths: stale-value
}

type table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *table) raise(name string) {
	t.mu.RLock()
	n := t.rows[name]
	t.mu.RUnlock()
	t.mu.Lock()
	t.rows[name] = n + 1 // want stale-value
	t.mu.Unlock()
}

func main() {
	var a, b account
	done := make(chan bool)
	go func() {
		a.deposit(1)
		done <- true
	}()
	a.depositSlowly(2)
	a.again(3)
	a.byCallee(4)
	a.byCallee(1)
	move(&a, &b, 5)
	a.sometimes(false)
	t := table{rows: map[string]int{}}
	t.raise("x")
	<-done
}
