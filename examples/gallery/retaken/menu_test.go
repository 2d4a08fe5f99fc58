package retaken

import (
	"runtime"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func order(dishes ...Dish) func(int) (Dish, bool) {
	return func(course int) (Dish, bool) {
		if course == len(dishes) {
			return "", false
		}
		return dishes[course], true
	}
}

func TestTotal(t *testing.T) {
	m := New()
	m.Set("soup", 450)
	m.Set("cake", 300)
	if sum := m.Total(order("soup", "cake")); sum != 750 {
		t.Errorf("it costs %d, want 750", sum)
	}
	s := stage.New(t)
	paid := make(chan Cents, 1)
	go func() {
		dishes := order("soup", "cake")
		paid <- m.Total(func(course int) (Dish, bool) {
			if course == 1 {
				s.Done()
				s.Wait(2) // until one who writes waits
				s.Done()
			}
			return dishes(course)
		})
	}()
	s.Wait(1)
	go m.Set("cake", 350)
	for m.mu.TryRLock() { // until it waits
		m.mu.RUnlock()
		runtime.Gosched()
	}
	s.Done()
	s.Wait(3)
	select {
	case sum := <-paid:
		t.Errorf("it costs %d: nobody has to wait", sum)
	case <-time.After(5 * time.Millisecond):
	}
}
