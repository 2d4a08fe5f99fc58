package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/droppedlock"
	"github.com/seed38182bad/parallax/examples/gallery/droppedlock/fixed"
)

func TestDroppedLock(t *testing.T) { flushes(t, &droppedlock.Batch{}) }

func TestDroppedLockFixed(t *testing.T) { flushes(t, &fixed.Batch{}) }

type batch[L any] interface {
	Add(line L)
	Pending() int
	Flush(send func(lines []L))
}

// flushes sends a line while another one is added. Each was sent, or is to be.
func flushes[L ~string](t *testing.T, b batch[L]) {
	b.Add("a")
	sent := 0
	together(
		func() { b.Flush(func(lines []L) { sent = len(lines) }) },
		func() { b.Add("b") },
	)
	if n := sent + b.Pending(); n != 2 {
		t.Errorf("%d lines are sent or pending, want 2", n)
	}
}
