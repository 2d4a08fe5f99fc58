package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/counter"
	"github.com/seed38182bad/parallax/examples/gallery/counter/fixed"
)

func TestCounter(t *testing.T) { counts(t, &counter.Hits{}) }

func TestCounterFixed(t *testing.T) { counts(t, &fixed.Hits{}) }

type counting interface {
	Hit()
	Count() int
}

// counts asks for the number while it changes.
func counts(t *testing.T, h counting) {
	together(h.Hit, func() {
		if n := h.Count(); n != 0 && n != 1 {
			t.Errorf("there were %d, want 0 or 1", n)
		}
	})
	if n := h.Count(); n != 1 {
		t.Errorf("there were %d, want 1", n)
	}
}
