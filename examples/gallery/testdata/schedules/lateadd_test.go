package schedules

import (
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lateadd"
	"github.com/seed38182bad/parallax/examples/gallery/lateadd/fixed"
)

func TestLateAdd(t *testing.T) { posts(t, lateadd.New) }

func TestLateAddFixed(t *testing.T) { posts(t, fixed.New) }

type office[L any] interface {
	Post(write func() L)
	Close()
}

// posts closes an office that has two letters to deliver. They are delivered then.
func posts[L any, O office[L]](t *testing.T, open func(carry func(L)) O) {
	var carried atomic.Int32
	o := open(func(L) { carried.Add(1) })
	write := func() (letter L) { return letter }
	o.Post(write)
	o.Post(write)
	o.Close()
	if n := carried.Load(); n != 2 {
		t.Errorf("%d letters are delivered when the office is closed, want 2", n)
	}
}
