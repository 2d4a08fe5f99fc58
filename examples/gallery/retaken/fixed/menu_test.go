package fixed

import (
	"sync"
	"testing"
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
	var wg sync.WaitGroup
	dishes := order("soup", "cake")
	sum := m.Total(func(course int) (Dish, bool) {
		if course == 1 {
			wg.Go(func() { m.Set("cake", 350) }) // it has to wait
		}
		return dishes(course)
	})
	wg.Wait()
	if now := m.Price("cake"); sum != 750 || now != 350 {
		t.Errorf("it costs %d and the cake %d, want 750 and 350", sum, now)
	}
}
