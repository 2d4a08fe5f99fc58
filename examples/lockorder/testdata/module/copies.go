package orders

import "sync"

// A Purse is not to be copied once its lock was used.
type Purse struct {
	mu sync.Mutex
	n  int
}

// NewPurse copies a lock that nobody has used.
func NewPurse(n int) Purse {
	p := Purse{n: n}
	return p
}

func (p *Purse) add(n int) {
	p.mu.Lock()
	p.n += n
	p.mu.Unlock()
}

func (p Purse) value() int { return p.n }

func copied(p *Purse, all []Purse, named map[string]Purse) (n int) {
	q := *p // want lock-copied
	q.add(1)
	n += p.value()          // want lock-copied
	for _, x := range all { // want paths: lock-copied
		n += x.n
	}
	for i := range all {
		n += all[i].n
	}
	return n + named["x"].n // want lock-copied
}

func used() Purse {
	p := NewPurse(1)
	p.add(2)
	return p // want paths: lock-copied
}

func moved() *Purse {
	p := NewPurse(1)
	return &p
}
