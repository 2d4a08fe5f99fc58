package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/getset"
	"github.com/seed38182bad/parallax/examples/gallery/getset/fixed"
)

func TestGetSet(t *testing.T) { raises(t, &getset.Thermostat{}) }

func TestGetSetFixed(t *testing.T) { raises(t, &fixed.Thermostat{}) }

type thermostat interface {
	Target() int
	Raise(ask func() int)
}

// raises has two make it warmer. It becomes as warm as both want.
func raises(t *testing.T, s thermostat) {
	together(
		func() { s.Raise(func() int { return 1 }) },
		func() { s.Raise(func() int { return 2 }) },
	)
	if n := s.Target(); n != 3 {
		t.Errorf("it is warmer by %d degrees, want 3", n)
	}
}
