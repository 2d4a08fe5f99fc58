package orders

import "sync"

// A Shelf has two locks that are taken in both orders, once on their shared sides.
type Shelf struct{ a, b sync.RWMutex }

func (s *Shelf) forwards() {
	s.a.RLock()
	s.b.Lock() // want paths: lock-cycle
	s.b.Unlock()
	s.a.RUnlock()
}

func (s *Shelf) backwards() {
	s.b.RLock()
	s.a.Lock() // want lock-cycle
	s.a.Unlock()
	s.b.RUnlock()
}

// A Sequence takes its locks in both orders, but one after the other.
type Sequence struct{ a, b sync.RWMutex }

func (s *Sequence) forwards(done chan bool) {
	s.a.Lock()
	s.b.Lock() // want paths: lock-cycle // false, because both sides go by the channel
	s.b.Unlock()
	s.a.Unlock()
	close(done)
}

func (s *Sequence) backwards(done chan bool) {
	<-done
	s.b.Lock()
	s.a.Lock() // want paths: lock-cycle // false
	s.a.Unlock()
	s.b.Unlock()
}
