package fixed

import (
	"slices"
	"testing"
	"time"
)

func TestPorts(t *testing.T) {
	s := New(func(number int) bool {
		time.Sleep(5 * time.Millisecond)
		return number != 23
	})
	for _, number := range []int{80, 23, 22} {
		s.Scan(number)
	}
	ports := make(chan []int, 1)
	go func() { ports <- s.Ports() }()
	select {
	case open := <-ports:
		if !slices.Equal(open, []int{22, 80}) {
			t.Error(open)
		}
	case <-time.After(30 * time.Millisecond):
		t.Log("it takes long to scan")
	}
}
