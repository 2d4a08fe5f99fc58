package lateadd

import (
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestClose(t *testing.T) {
	s := stage.New(t)
	var carried atomic.Int32
	o := New(func(Letter) {
		carried.Add(1)
		s.Done()
	})
	o.Post(func() Letter {
		s.Wait(1) // until the office is closed
		return Letter{"ada", "hello"}
	})
	o.Close()
	if n := carried.Load(); n != 0 {
		t.Errorf("%d letters are delivered: nothing went wrong", n)
	}
	s.Done()
	s.Wait(2)
	if n := carried.Load(); n != 1 {
		t.Errorf("%d letters are delivered, want 1", n)
	}
}
