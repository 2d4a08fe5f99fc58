package orders

import "sync"

// A Baton is locked by one goroutine and given back by another, which is legal: nobody
// waits for it for good, and after that nobody holds it.
type Baton struct {
	mu, other sync.Mutex
	passed    chan bool
}

func (b *Baton) start() {
	b.mu.Lock()
	go b.finish()
	<-b.passed
	b.other.Lock() // want paths: lock-cycle // false: mu is not held, but over all paths finish gives nothing back
	b.mu.Lock()    // want paths: lock-again // false likewise
	b.mu.Unlock()
	b.other.Unlock()
}

func (b *Baton) finish() {
	b.mu.Unlock()
	close(b.passed)
}

// The locks of a Baton are taken in this order, which would be a cycle if mu were held
// when start takes other.
func (b *Baton) inside() {
	b.other.Lock()
	b.mu.Lock() // want paths: lock-cycle // false likewise
	b.mu.Unlock()
	b.other.Unlock()
}
