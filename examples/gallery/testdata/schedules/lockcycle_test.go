package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/lockcycle"
	"github.com/seed38182bad/parallax/examples/gallery/lockcycle/fixed"
)

func TestLockCycle(t *testing.T) {
	transfers(t, lockcycle.Transfer, lockcycle.New(1, 10), lockcycle.New(2, 20))
}

func TestLockCycleFixed(t *testing.T) {
	transfers(t, fixed.Transfer, fixed.New(1, 10), fixed.New(2, 20))
}

type balance interface{ Balance() int }

// transfers moves money in opposite directions.
func transfers[A balance](t *testing.T, transfer func(from, to A, amount int), a, b A) {
	together(
		func() { transfer(a, b, 1) },
		func() { transfer(b, a, 2) },
	)
	if x, y := a.Balance(), b.Balance(); x != 11 || y != 19 {
		t.Errorf("the accounts hold %d and %d, want 11 and 19", x, y)
	}
}
