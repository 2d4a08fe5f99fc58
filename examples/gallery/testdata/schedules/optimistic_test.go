package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/optimistic"
	"github.com/seed38182bad/parallax/examples/gallery/optimistic/fixed"
)

func TestOptimistic(t *testing.T) { edits(t, &optimistic.Text{}) }

func TestOptimisticFixed(t *testing.T) { edits(t, &fixed.Text{}) }

type text interface {
	Edit(edit func(string) string, tell func(string))
	String() string
}

// edits has two change a text. Both changes are in it then.
func edits(t *testing.T, x text) {
	add := func(what string) func() {
		return func() { x.Edit(func(text string) string { return text + what }, func(string) {}) }
	}
	together(add("a"), add("b"))
	if s := x.String(); s != "ab" && s != "ba" {
		t.Errorf("the text is %q, want ab or ba", s)
	}
}
