package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/splitsection"
	"github.com/seed38182bad/parallax/examples/gallery/splitsection/fixed"
)

func TestSplitSection(t *testing.T) { moves(t, splitsection.New(10)) }

func TestSplitSectionFixed(t *testing.T) { moves(t, fixed.New(10)) }

type goods interface {
	Move(n int, carry func())
	Total() int
}

// moves counts pieces while some are moved. None is missing.
func moves(t *testing.T, g goods) {
	together(
		func() { g.Move(3, func() {}) },
		func() {
			if n := g.Total(); n != 10 {
				t.Errorf("there are %d pieces, want 10", n)
			}
		},
	)
}
