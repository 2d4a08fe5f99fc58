package blocks

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// drawWays draws what blocks come to: nothing, facts on several ways, or more ways than are told
// apart.
func drawWays(t *rapid.T) Ways {
	w := begin(false)
	for range rapid.IntRange(0, 2).Draw(t, "ways") {
		o := begin(false)
		for _, i := range rapid.SliceOfN(rapid.SampledFrom([]Item{-2, -1, 1, 2, 3}), 0, 3).Draw(t, "items") {
			o = o.with(i)
		}
		w, _ = w.merge(o)
	}
	switch rapid.IntRange(0, 9).Draw(t, "many") {
	case 9:
		for i := range Item(maxWays + 1) {
			w, _ = w.merge(begin(false).with(i + 1))
		}
	case 8:
		for i := range Item(rapid.IntRange(maxItems-2, maxItems+1).Draw(t, "facts")) {
			w = w.with(i + 1)
		}
	}
	return w
}

func states() *rapid.Generator[State] {
	return rapid.Custom(func(t *rapid.T) State {
		s := State{below: drawWays(t)}
		for range rapid.IntRange(0, 3).Draw(t, "blocks") {
			point := func(label string) envs.Point { return envs.At(1, rapid.Int32Range(0, 1).Draw(t, label)) }
			s = s.with(open{
				Block: Block{From: point("from"), Taken: point("taken"), Lock: envs.Lock(rapid.Int32Range(0, 1).Draw(t, "lock"))},
				at:    point("at"), maybe: rapid.Bool().Draw(t, "maybe"), Ways: drawWays(t),
			})
		}
		return s
	})
}

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states()) }
