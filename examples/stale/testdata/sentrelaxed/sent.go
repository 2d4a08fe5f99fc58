// Command relaxed sends copies of shared data through channels. The comments say what is found with
// -channels.
package main

import "sync"

type account struct {
	mu      sync.Mutex
	balance int
	limit   int
}

type bank struct {
	totals chan int
	rates  chan int
	plain  chan int
	acks   chan bool
}

// The copy is taken along, and written by who receives it.
func (b *bank) send(a *account) {
	a.mu.Lock()
	n := a.balance
	a.mu.Unlock()
	b.totals <- n
}

func (b *bank) sendInside(a *account) {
	a.mu.Lock()
	b.rates <- a.limit
	a.mu.Unlock()
}

func (b *bank) receive(a *account) {
	n := <-b.totals
	m := n + 1
	a.mu.Lock()
	a.balance = m // want stale-value
	a.mu.Unlock()
}

func (b *bank) receiveSelected(a *account) {
	select {
	case n := <-b.rates:
		if n > 0 {
			a.mu.Lock()
			a.limit = n - 1 // want stale-value check-then-act
			a.mu.Unlock()
		}
	}
}

// What is read anew is fresh, whatever was received; and what is sent through another channel is no copy.
func (b *bank) ask(a *account) {
	<-b.acks
	a.mu.Lock()
	a.balance = a.balance + 1
	a.mu.Unlock()
	n := <-b.plain
	a.mu.Lock()
	a.balance = n + 1
	a.mu.Unlock()
}

func main() {
	a := &account{balance: 2, limit: 3}
	b := &bank{totals: make(chan int), rates: make(chan int, 1), plain: make(chan int), acks: make(chan bool)}
	var done sync.WaitGroup
	done.Add(2)
	go func() {
		defer done.Done()
		for range 2 { // of the first one a run may show the receiver before the sender
			b.send(a)
			b.sendInside(a)
			b.acks <- true
			b.plain <- 7
		}
	}()
	go func() {
		defer done.Done()
		for range 2 {
			b.receive(a)
			b.receiveSelected(a)
			b.ask(a)
		}
	}()
	done.Wait()
}
