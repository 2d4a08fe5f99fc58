// Command iterators has loops over functions that hold a lock while they yield. Of each shape there is one in which the
// lock is given back before. A run tells of the one who closes the circle.
package main

import (
	"iter"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"
)

func main() {
	m, r, w, n, d := &method{}, &returned{}, &wrapped{}, &nested{}, &deferred{}
	run(m.inside, m.outside)
	run(r.inside, r.outside)
	run(w.inside, w.outside)
	run(n.inside, n.outside)
	run(d.inside, d.outside)
	var c copied
	run(c.inside, c.outside)
	f := finished{m: map[int]int{1: 1}}
	run(f.inside, f.outside)
}

// run starts two threads, of which the first one comes first. A file says that it is done, for that orders nothing.
func run(a, b func()) {
	dir, err := os.MkdirTemp("", "iterators-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	done := filepath.Join(dir, "done")
	var wg sync.WaitGroup
	wg.Go(func() {
		a()
		if err := os.WriteFile(done, nil, 0o600); err != nil {
			panic(err)
		}
	})
	for !exists(done) {
		time.Sleep(time.Millisecond)
	}
	wg.Go(b)
	wg.Wait()
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// method iterates by a method value, and the loop ends early.
type method struct {
	a, b sync.Mutex
	n    int
}

func (s *method) each(yield func(*int) bool) {
	s.a.Lock()
	defer s.a.Unlock()
	for range 3 {
		if !yield(&s.n) {
			return
		}
	}
}

func (s *method) inside() {
	for p := range s.each {
		s.b.Lock() // want paths: lock-cycle
		*p++
		s.b.Unlock()
		if *p > 1 {
			break
		}
	}
}

func (s *method) outside() {
	s.b.Lock()
	s.a.Lock() // want lock-cycle
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// returned iterates by a function that a method returns, and the loop returns.
type returned struct {
	a, b sync.Mutex
	n    int
}

func (s *returned) each() iter.Seq[*int] {
	return func(yield func(*int) bool) {
		s.a.Lock()
		defer s.a.Unlock()
		yield(&s.n)
	}
}

func (s *returned) inside() {
	for p := range s.each() {
		s.b.Lock() // want paths: lock-cycle
		*p++
		s.b.Unlock()
		return
	}
}

func (s *returned) outside() {
	s.b.Lock()
	s.a.Lock() // want lock-cycle
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// wrapped iterates by an iterator over another one.
type wrapped struct {
	a, b sync.Mutex
	n    int
}

func (s *wrapped) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		s.a.Lock()
		defer s.a.Unlock()
		_ = yield(1) && yield(2)
	}
}

func even(of iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range of {
			if n%2 == 0 && !yield(n) {
				return
			}
		}
	}
}

func (s *wrapped) inside() {
	for n := range even(s.each()) {
		s.b.Lock() // want paths: lock-cycle
		s.n += n
		s.b.Unlock()
	}
}

func (s *wrapped) outside() {
	s.b.Lock()
	s.a.Lock() // want lock-cycle
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// nested has one loop in another one.
type nested struct {
	a, b sync.Mutex
	n    int
}

func (s *nested) first(yield func() bool) { s.a.Lock(); defer s.a.Unlock(); yield() }

func (s *nested) second(yield func() bool) { s.b.Lock(); defer s.b.Unlock(); yield() } // want paths: lock-cycle

func (s *nested) inside() {
	for range s.first {
		for range s.second {
			s.n++
		}
	}
}

func (s *nested) outside() {
	s.b.Lock()
	s.a.Lock() // want lock-cycle
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// deferred gives the lock back that the body takes when the function returns: the iterator's is not held then. Runs do
// not watch such a function.
type deferred struct {
	a, b sync.Mutex
	n    int
}

func (s *deferred) each(yield func() bool) { s.a.Lock(); defer s.a.Unlock(); yield() }

func (s *deferred) inside() {
	for range s.each {
		s.b.Lock() // want paths: lock-cycle
		defer s.b.Unlock()
		s.n++
	}
}

func (s *deferred) outside() {
	s.b.Lock()
	s.a.Lock() // want paths: lock-cycle
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// copied gives its lock back before it yields.
type copied struct {
	a, b sync.Mutex
	n    int
}

func (s *copied) each() iter.Seq[int] {
	return func(yield func(int) bool) {
		s.a.Lock()
		n := s.n
		s.a.Unlock()
		yield(n)
	}
}

func (s *copied) inside() {
	for range even(s.each()) {
		s.b.Lock()
		s.b.Unlock()
	}
	for range s.each() {
		s.b.Lock()
		s.b.Unlock()
	}
}

func (s *copied) outside() {
	s.b.Lock()
	s.a.Lock()
	s.n++
	s.a.Unlock()
	s.b.Unlock()
}

// finished holds its lock around the loop, whose iterator takes none.
type finished struct {
	a, b sync.Mutex
	m    map[int]int
}

func (s *finished) inside() {
	s.b.Lock()
	for k := range maps.All(s.m) {
		s.a.Lock()
		s.m[k]++
		s.a.Unlock()
	}
	s.b.Unlock()
}

func (s *finished) outside() {
	s.b.Lock()
	s.a.Lock()
	s.m[1]++
	s.a.Unlock()
	s.b.Unlock()
}
