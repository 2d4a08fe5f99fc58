package schedules

import (
	"testing"

	"github.com/seed38182bad/parallax/examples/gallery/iterator"
	"github.com/seed38182bad/parallax/examples/gallery/iterator/fixed"
)

func TestIterator(t *testing.T) { goesThrough(t, iterator.New("a", "b")) }

func TestIteratorFixed(t *testing.T) { goesThrough(t, fixed.New("a", "b")) }

type list[N any] interface {
	Remove(i int)
	Each(f func(name N))
}

// goesThrough goes through a list from which a name is removed.
func goesThrough[N ~string](t *testing.T, l list[N]) {
	var all N
	together(
		func() { l.Each(func(name N) { all += name }) },
		func() { l.Remove(0) },
	)
	if all != "ab" && all != "b" {
		t.Errorf("the names are %q, want ab or b", all)
	}
}
