package fixed

import (
	"testing"
	"time"
)

func TestMeal(t *testing.T) {
	m := NewMeal()
	soup := make(chan bool)
	go func() {
		m.Soup()
		close(soup)
	}()
	time.Sleep(5 * time.Millisecond)
	go m.Cake()
	time.Sleep(5 * time.Millisecond)
	m.Serve(false, true)
	time.Sleep(5 * time.Millisecond)
	m.Serve(true, false)
	select {
	case <-soup:
	case <-time.After(20 * time.Millisecond):
		t.Log("it takes long to eat the soup")
	}
}
