// Package account has accounts whose methods are transactions, or are not.
package account

import "sync"

// An Account has a balance.
type Account struct {
	mu      sync.Mutex
	balance int
	log     []int
}

func (a *Account) get() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func (a *Account) set(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = n
}

// Balance is one step.
func (a *Account) Balance() int { return a.get() }

// Add loses what others do in between.
func (a *Account) Add(n int, between func()) {
	v := a.get()
	between()    // want not-serializable
	a.set(v + n) // want paths: not-serializable // in the run it is too late already
}

// AddAtOnce does not.
func (a *Account) AddAtOnce(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

// Ask waits for an answer, which needs its question.
func Ask(questions chan<- int, answers <-chan int) int {
	questions <- 1
	return <-answers // want not-serializable
}

// Tell only asks.
func Tell(questions chan<- int) {
	questions <- 1
}

// Both starts a thread, and waits for it.
func (a *Account) Both() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		a.AddAtOnce(1)
	}()
	wg.Wait() // want not-serializable
}

// Start only starts one.
func (a *Account) Start(done chan<- bool) {
	go func() {
		a.AddAtOnce(1)
		done <- true
	}()
}
