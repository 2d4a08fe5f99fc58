package evidence

import (
	"sync"
	"testing"
)

// both runs two functions, each in a goroutine.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		f()
	}()
	go func() {
		defer wg.Done()
		g()
	}()
	wg.Wait()
}

func Test(t *testing.T) {
	s := newStore()
	both(func() { s.insert("a") }, func() { s.insert("b") })

	both(func() { s.number(); s.number() }, func() { s.numbers() })

	both(s.grow, func() {
		s.resize(7)
		s.ready <- true
	})
	s.resize(0)

	step := func() {
		s.order.Lock()
		defer s.order.Unlock()
		s.inTurn()
	}
	both(step, step)

	both(func() { s.lower(); s.widen() }, s.lower)
	both(func() { s.fill("a") }, s.clear)
	both(func() { s.tidy("a", func(int) {}) }, s.clear)
}
