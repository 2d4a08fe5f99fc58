package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/condloop"
	"github.com/seed38182bad/parallax/examples/gallery/condloop/fixed"
)

func TestCondLoop(t *testing.T) { takes(t, condloop.New()) }

func TestCondLoopFixed(t *testing.T) { takes(t, fixed.New()) }

type names[N any] interface {
	Put(N)
	Take(idle func()) N
}

// takes has two take names, of which there are two in the end. Each gets one.
func takes[N ~string](t *testing.T, q names[N]) {
	var got [2]N
	together(
		func() { got[0] = q.Take(func() {}) },
		func() { got[1] = q.Take(func() {}) },
		func() {
			q.Put("a")
			q.Put("b")
		},
	)
	if got != [2]N{"a", "b"} && got != [2]N{"b", "a"} {
		t.Errorf("they have got %q", got)
	}
}
