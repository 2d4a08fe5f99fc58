package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/handover"
	"github.com/seed38182bad/parallax/examples/gallery/handover/fixed"
)

func TestHandOver(t *testing.T) { submits(t, handover.New()) }

func TestHandOverFixed(t *testing.T) { submits(t, fixed.New()) }

type jobs interface {
	Submit(name string, next func() int)
	Work(do func(number int, name string))
}

// submits hands a job over. Who does it sees its number.
func submits(t *testing.T, q jobs) {
	together(
		func() { q.Submit("sweep", func() int { return 1 }) },
		func() {
			q.Work(func(number int, name string) {
				if number != 1 || name != "sweep" {
					t.Errorf("job %d is to %s, want 1 to sweep", number, name)
				}
			})
		},
	)
}
