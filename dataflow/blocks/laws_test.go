package blocks

import (
	"testing"

	"github.com/stretchr/testify/require"
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

func TestStateLaws(t *testing.T) {
	latticetest.CheckState(t, states())
}

// What is in any of the ways has too many items as soon as one of them has, whatever is done with them.
func TestAllHaveTooManyIfOneHas(t *testing.T) {
	many := make([]Item, maxItems)
	for i := range many {
		many[i] = Item(i + 1)
	}
	some, every := 0, 0
	check := func(t require.TestingT, w Ways) {
		n := 0
		for v := range w.views.All() {
			if v.Has(tooMany) {
				require.True(t, w.all.Has(tooMany))
				n++
			}
		}
		full := w.all.Has(tooMany) && (w.views.IsTop() || n > 0 && n == w.views.Len())
		require.Equal(t, full, w.full())
		if full {
			every++
		} else {
			some += min(n, 1)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := drawWays(t)
		for range 4 {
			switch rapid.SampledFrom([]string{"merge", "then", "with", "with many"}).Draw(t, "what") {
			case "merge":
				w, _ = w.merge(drawWays(t))
			case "then":
				w = w.then(drawWays(t))
			case "with":
				w = w.with(rapid.SampledFrom([]Item{-1, 1, maxItems + 1}).Draw(t, "item"))
			case "with many":
				w = w.with(many...)
			}
			check(t, w)
		}
	})
	require.Positive(t, some)
	require.Positive(t, every)
}
