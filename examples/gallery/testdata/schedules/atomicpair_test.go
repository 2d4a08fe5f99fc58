package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/atomicpair"
	"github.com/seed38182bad/parallax/examples/gallery/atomicpair/fixed"
)

func TestAtomicPair(t *testing.T) { hits(t, &atomicpair.Rate{}) }

func TestAtomicPairFixed(t *testing.T) { hits(t, &fixed.Rate{}) }

type rate interface {
	Hit(note func())
	Miss()
	Percent() int64
}

// hits counts a question while somebody asks for the rate, which is 0 or 100 percent.
func hits(t *testing.T, r rate) {
	together(
		func() { r.Hit(func() {}) },
		func() {
			if n := r.Percent(); n != 0 && n != 100 {
				t.Errorf("it is %d percent, want 0 or 100", n)
			}
		},
	)
}
