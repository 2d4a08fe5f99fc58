package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/snapshot"
	"github.com/seed38182bad/parallax/examples/gallery/snapshot/fixed"
)

func TestSnapshot(t *testing.T) { totals(t, snapshot.New(2)) }

func TestSnapshotFixed(t *testing.T) { totals(t, fixed.New(2)) }

type board[P any] interface {
	Add(player int, points P)
	Total(tell func(P)) P
}

// totals sums points up that two players get, one after the other. The sum is that of a moment.
func totals[P ~int](t *testing.T, b board[P]) {
	together(
		func() {
			b.Add(0, 1)
			b.Add(1, 2)
		},
		func() {
			if n := b.Total(func(P) {}); n != 0 && n != 1 && n != 3 {
				t.Errorf("the sum is %d, want 0, 1 or 3", n)
			}
		},
	)
}
