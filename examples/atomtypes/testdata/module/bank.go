// Package declared is a small bank that says which lock guards what.
package declared

import (
	"sync"
	"sync/atomic"
)

var registry sync.Mutex

// +checklocks:registry
var accounts []*Account

// An Account has a balance.
type Account struct {
	mu sync.Mutex
	// +checklocks:mu
	balance int
	rw      sync.RWMutex
	owner   string // +checklocks:rw
	// +checkatomic
	reads int64
	// +checkatomic
	// +checklocks:mu
	writes int64
	log    *Log
	last   int // +checklocks:log.mu
}

// A Log has a lock that it shares with an account.
type Log struct{ mu sync.Mutex }

// New makes an account: nobody else has it yet.
func New(owner string) *Account {
	a := &Account{owner: owner, log: &Log{}}
	a.balance = 1
	registry.Lock()
	defer registry.Unlock()
	accounts = append(accounts, a)
	return a
}

// Add is as it should be.
func (a *Account) Add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(n)
}

// add wants the lock.
//
// +checklocks:a.mu
func (a *Account) add(n int) {
	a.balance += n
	atomic.AddInt64(&a.writes, 1)
}

// Rush forgets it.
func (a *Account) Rush(n int) {
	a.add(n) // want requires-not-held
}

// Withdraw is two steps.
func (a *Account) Withdraw(n int) bool {
	if a.Balance() < n { // want compound // it is compound by itself
		return false
	}
	a.Add(-n) // want compound
	return true
}

// Balance is one.
func (a *Account) Balance() int {
	atomic.AddInt64(&a.reads, 1)
	a.mu.Lock() // want compound // the counter is one step, and the balance another one
	defer a.mu.Unlock()
	return a.balance
}

// Peek reads what is guarded.
func (a *Account) Peek() int {
	return a.balance // want guard-not-held
}

// Guess is told to be good.
func (a *Account) Guess() int {
	return a.balance // +checklocksforce: who cares
}

// Owner reads under the shared side.
func (a *Account) Owner() string {
	a.rw.RLock()
	defer a.rw.RUnlock()
	return a.owner
}

// Rename writes under it.
func (a *Account) Rename(owner string) {
	a.rw.RLock()
	defer a.rw.RUnlock()
	a.owner = owner // want guard-not-held
}

// Reads is no atomic read.
func (a *Account) Reads() int64 {
	return a.reads // want not-atomic
}

// Writes reads an atomic variable whose writes are guarded.
func (a *Account) Writes() int64 { return atomic.LoadInt64(&a.writes) }

// Count writes one without its guard.
func (a *Account) Count() {
	atomic.AddInt64(&a.writes, 1) // want guard-not-held
}

// Share changes which lock guards what.
func (a *Account) Share(b *Account) {
	a.log = b.log // want guard-reassigned // want paths: compound // in a run, of another account
}

// Note is guarded by another object's lock.
func (a *Account) Note(n int) {
	a.log.mu.Lock()         // want compound // log may be another one by now
	defer a.log.mu.Unlock() // want compound
	a.last = n
}

// lock keeps its promise.
//
// +checklocksacquire:a.mu
func (a *Account) lock() { a.mu.Lock() }

// unlock does not.
//
// +checklocksrelease:a.mu
func (a *Account) unlock() {
	if a.balance > 0 {
		a.balance--
	}
} // want promise-broken

// Twice takes the lock twice.
func (a *Account) Twice() {
	a.lock()
	a.balance++
	a.unlock()
	a.mu.Unlock()
}

// aside wants it not to be held.
//
// +checklocksexclude:a.mu
func (a *Account) aside() {}

// Deep holds it.
func (a *Account) Deep() {
	a.mu.Lock()
	a.aside() // want paths: excluded-held // runs tell of no empty function
	a.mu.Unlock()
}

// move has two names for one lock.
//
// +checklocks:a.mu
// +checklocksalias:b.mu=a.mu
func move(a, b *Account) {
	a.balance--
	b.balance++
}

// Move is trusted.
//
// +checklocksignore
func Move(a *Account) {
	move(a, a)
	a.balance = 0
}

// Clear goes through the accounts.
func Clear() {
	registry.Lock()
	defer registry.Unlock()
	accounts = nil
}

// Len does so without the lock.
func Len() int {
	return len(accounts) // want guard-not-held
}
