package schedules

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/examples/gallery/publication"
	"github.com/seed38182bad/parallax/examples/gallery/publication/fixed"
)

func TestPublication(t *testing.T) { registers(t, publication.New()) }

func TestPublicationFixed(t *testing.T) { registers(t, fixed.New()) }

type registry interface {
	Add(name string, ask func() time.Duration)
	Timeout(name string) (time.Duration, bool)
}

// registers adds a user who is looked for meanwhile. Who is found is complete.
func registers(t *testing.T, r registry) {
	together(
		func() { r.Add("ada", func() time.Duration { return time.Minute }) },
		func() {
			if timeout, ok := r.Timeout("ada"); ok && timeout != time.Minute {
				t.Errorf("the timeout is %v, want %v", timeout, time.Minute)
			}
		},
	)
}
