package reusedgroup

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed38182bad/parallax/examples/checkertest/stage"
)

func TestStart(t *testing.T) {
	s := stage.New(t)
	var walked atomic.Int32
	fast := Hiker{
		Walk: func(Leg) { walked.Add(1) },
		Rest: func(Leg) {},
		Home: s.Done,
	}
	slow := Hiker{
		Walk: func(Leg) { walked.Add(1) },
		Rest: func(Leg) {
			s.Wait(1) // until the other one is at home
			s.Done()
		},
		Home: func() {},
	}
	home := make(chan bool, 1)
	go func() {
		New(2).Start(fast, slow)
		home <- true
	}()
	s.Wait(2)
	select {
	case <-home:
		t.Error("all are at home: nobody has to wait")
	case <-time.After(5 * time.Millisecond):
	}
	if n := walked.Load(); n != 3 {
		t.Errorf("%d legs were walked, want 3", n)
	}
}
