// Program nested calls from places where something else happens in the same statement. A comment says what is called.
package main

import "sync"

type shop struct {
	mu   sync.Mutex
	sold int
	seen int
}

func (s *shop) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sold
}

type report struct{ total, seen any }

// What these call is converted, or put into something, on its way out: they are left after the call.

func (s *shop) converted() any { return s.count() }

func (s *shop) packed() report { return report{total: s.count()} }

func (s *shop) pointed() *report { return &report{total: s.count(), seen: s.seen} }

func (s *shop) chosen(i int) any { return [...]func() int{s.count, s.zero}[i]() }

func (s *shop) zero() int { return 0 }

// visit has no probes, nor has any lock.
func (s *shop) visit(by int) { s.seen += by }

func (s *shop) ask(really bool) (v any) {
	v = 1
	if really {
		v = s.converted()
	}
	r := &report{total: v}
	s.visit(2)
	return r.total
}

// sum reads what is shared, so that it matters to the functions that take locks.
func (s *shop) sum() int { return s.sold + s.seen }

// remember matters to nobody, but the compiler puts it into its callers.
func (s *shop) remember() { s.seen = s.sum() }

func (s *shop) both() int {
	s.mu.Lock()
	s.remember() // this sum is not the one below
	n := s.sum()
	s.mu.Unlock()
	return n
}

func (s *shop) only() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remember()
	s.remember()
	return s.sum()
}

func main() {
	s := &shop{}
	s.ask(true) // ask(converted(count()))
	s.ask(false)
	s.packed()
	s.pointed()
	s.chosen(0)
	s.chosen(1)
	s.both()
	s.only()
}
