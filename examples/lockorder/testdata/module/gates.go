package orders

import "sync"

// A Vault has a gate of its own, under which its locks are taken in both orders.
type Vault struct {
	gate, a, b sync.Mutex
	n          int
}

func (v *Vault) forwards() {
	v.gate.Lock()
	defer v.gate.Unlock()
	v.a.Lock()
	v.b.Lock()
	v.n++
	v.b.Unlock()
	v.a.Unlock()
}

func (v *Vault) backwards() {
	v.gate.Lock()
	v.b.Lock()
	v.inside() // which knows of the gate, too
	v.b.Unlock()
	v.gate.Unlock()
}

func (v *Vault) inside() {
	v.a.Lock()
	v.n++
	v.a.Unlock()
}

// A Safe is locked together with another one, under the gate of one of them only.
type Safe struct {
	gate, a, b sync.Mutex
	n          int
}

func (s *Safe) into(t *Safe) {
	s.gate.Lock()
	defer s.gate.Unlock()
	s.a.Lock()
	defer s.a.Unlock()
	t.b.Lock() // want paths: lock-cycle
	defer t.b.Unlock()
	t.n, s.n = s.n, 0
}

func (s *Safe) from(t *Safe) {
	s.gate.Lock()
	defer s.gate.Unlock()
	s.b.Lock()
	defer s.b.Unlock()
	t.a.Lock() // want lock-cycle
	defer t.a.Unlock()
	s.n, t.n = t.n, 0
}

// Two readers pass the gate of a Hall at once.
type Hall struct {
	gate sync.RWMutex
	a, b sync.Mutex
}

func (h *Hall) forwards() {
	h.gate.RLock()
	defer h.gate.RUnlock()
	h.a.Lock()
	h.b.Lock() // want paths: lock-cycle
	h.b.Unlock()
	h.a.Unlock()
}

func (h *Hall) backwards() {
	h.gate.RLock()
	defer h.gate.RUnlock()
	h.b.Lock()
	h.a.Lock() // want lock-cycle
	h.a.Unlock()
	h.b.Unlock()
}
