// Package fixed hands orders over after it gave the lock back.
package fixed

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
	d.mu.Unlock()
	d.orders <- o
}

// Take waits for an order.
func (d *Desk) Take() order {
	d.mu.Lock()
	d.taken++
	d.mu.Unlock()
	return <-d.orders
}
