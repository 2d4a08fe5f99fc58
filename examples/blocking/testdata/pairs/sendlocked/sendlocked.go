// Package sendlocked hands orders over while it holds the lock that the taker needs first.
package sendlocked

import "sync"

type order struct{ number int }

// A Desk hands orders over.
type Desk struct {
	mu         sync.Mutex
	put, taken int
	orders     chan order
}

// Put hands an order to somebody who takes it.
func (d *Desk) Put(o order) {
	d.mu.Lock()
	d.put++
	d.orders <- o // want blocked
	d.mu.Unlock()
}

// Take waits for an order.
func (d *Desk) Take() order {
	d.mu.Lock() // want blocked
	d.taken++
	d.mu.Unlock()
	return <-d.orders
}
