package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/doublechecked"
	"github.com/seed38182bad/parallax/examples/gallery/doublechecked/fixed"
)

func TestDoubleChecked(t *testing.T) {
	configures(t, &doublechecked.Service{}, func() *doublechecked.Config { return &doublechecked.Config{Verbose: true} })
}

func TestDoubleCheckedFixed(t *testing.T) {
	configures(t, &fixed.Service{}, func() *fixed.Config { return &fixed.Config{Verbose: true} })
}

type service[C any] interface {
	Config(load func() C) C
}

// configures asks for the configuration twice. Both get the same one.
func configures[C comparable](t *testing.T, s service[C], load func() C) {
	var got [2]C
	together(
		func() { got[0] = s.Config(load) },
		func() { got[1] = s.Config(load) },
	)
	if got[0] != got[1] {
		t.Error("there are two configurations")
	}
}
