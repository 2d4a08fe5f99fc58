package lostcancel

import (
	"errors"
	"sync/atomic"
	"testing"
)

type owner struct {
	renewed  atomic.Int32
	released chan bool
}

func (o *owner) Renew()   { o.renewed.Add(1) }
func (o *owner) Release() { o.released <- true }

func TestWork(t *testing.T) {
	o := &owner{released: make(chan bool, 1)}
	beats := make(chan Beat)
	err := Work(o, beats, func() error {
		beats <- Beat{}
		return nil
	})
	if <-o.released; err != nil || o.renewed.Load() != 1 {
		t.Errorf("got %v, and the lease was renewed %d times, want 1", err, o.renewed.Load())
	}
	if err := Work(o, beats, func() error { return errors.New("disk full") }); err == nil {
		t.Error("the work is done, want an error")
	}
	beats <- Beat{} // somebody is there to take it
	beats <- Beat{}
	if len(o.released) > 0 || o.renewed.Load() < 2 {
		t.Error("the lease was released: nothing went wrong")
	}
}
