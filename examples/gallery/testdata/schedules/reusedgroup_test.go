package schedules

import (
	"sync/atomic"
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/reusedgroup"
	"github.com/seed38182bad/parallax/examples/gallery/reusedgroup/fixed"
)

func TestReusedGroup(t *testing.T) {
	h := hiker{t: t}
	walk := func(leg reusedgroup.Leg) { h.walk(int(leg)) }
	rest := func(reusedgroup.Leg) {}
	one := reusedgroup.Hiker{Walk: walk, Rest: rest, Home: h.home}
	reusedgroup.New(2).Start(one, one)
	h.all(2)
}

func TestReusedGroupFixed(t *testing.T) {
	h := hiker{t: t}
	walk := func(leg fixed.Leg) { h.walk(int(leg)) }
	rest := func(fixed.Leg) {}
	one := fixed.Hiker{Walk: walk, Rest: rest, Home: h.home}
	fixed.New(2).Start(one, one)
	h.all(2)
}

// A hiker stands for two. Nobody walks a leg before the other one has walked the one before.
type hiker struct {
	t      *testing.T
	walked [2]atomic.Int32 // by leg
	came   atomic.Int32
}

func (h *hiker) walk(leg int) {
	h.walked[leg].Add(1)
	if leg > 0 && h.walked[leg-1].Load() != 2 {
		h.t.Errorf("leg %d is walked before both have come", leg)
	}
}

func (h *hiker) home() { h.came.Add(1) }

func (h *hiker) all(legs int) {
	for leg := range legs {
		if n := h.walked[leg].Load(); n != 2 {
			h.t.Errorf("leg %d was walked %d times, want 2", leg, n)
		}
	}
	if n := h.came.Load(); n != 2 {
		h.t.Errorf("%d have come home, want 2", n)
	}
}
