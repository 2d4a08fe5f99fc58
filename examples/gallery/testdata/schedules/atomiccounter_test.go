package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/atomiccounter"
	"github.com/seed38182bad/parallax/examples/gallery/atomiccounter/fixed"
)

func TestAtomicCounter(t *testing.T) { adds(t, &atomiccounter.Meter{}) }

func TestAtomicCounterFixed(t *testing.T) { adds(t, &fixed.Meter{}) }

type meter interface {
	Add(measure func() int64)
	Used() int64
}

// adds has two add to a meter. Nothing is lost.
func adds(t *testing.T, m meter) {
	together(
		func() { m.Add(func() int64 { return 10 }) },
		func() { m.Add(func() int64 { return 20 }) },
	)
	if n := m.Used(); n != 30 {
		t.Errorf("%d is used, want 30", n)
	}
}
