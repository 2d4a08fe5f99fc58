package views

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// drawWays draws what blocks come to: the empty view, accesses on several ways, or more views
// than are told apart.
func drawWays(t *rapid.T) ways {
	w := begin()
	for range rapid.IntRange(0, 2).Draw(t, "ways") {
		o := begin()
		for _, i := range rapid.SliceOfN(rapid.SampledFrom([]item{-2, -1, 1, 2, 3}), 0, 3).Draw(t, "items") {
			o = o.access(i)
		}
		w, _ = w.merge(o)
	}
	switch rapid.IntRange(0, 9).Draw(t, "many") {
	case 9:
		for i := range item(maxWays + 1) {
			w, _ = w.merge(begin().access(i + 1))
		}
	case 8:
		for i := range item(rapid.IntRange(maxItems-2, maxItems+1).Draw(t, "accesses")) {
			w = w.access(i + 1)
		}
	}
	return w
}

func states() *rapid.Generator[state] {
	return rapid.Custom(func(t *rapid.T) state {
		s := state{below: drawWays(t)}
		for range rapid.IntRange(0, 3).Draw(t, "blocks") {
			s = s.with(block{
				at: envs.At(1, rapid.Int32Range(0, 1).Draw(t, "at")), lock: envs.Lock(rapid.Int32Range(0, 1).Draw(t, "lock")),
				maybe: rapid.Bool().Draw(t, "maybe"), ways: drawWays(t),
			})
		}
		return s
	})
}

func TestStateLaws(t *testing.T) { latticetest.CheckState(t, states()) }

// A variable that takes the number of one that is no more is another one, and nothing is
// known of what went with it.
func TestNumbersAreUsedAgain(t *testing.T) {
	c := &checker{}
	const v, w = 3, 4
	old, other := c.item(note{v, 1, 0}), c.item(note{w, 1, 0})
	c.write(v)
	both, one := c.content(view.Of(old, other), view.Of[item]()), c.content(view.Of(other), view.Of[item]())
	require.Equal(t, old, c.item(note{v, 1, 0}))
	require.Len(t, both.groups, 2)
	require.Len(t, one.partOf, 1)

	c.Drop(v)
	require.NotEqual(t, old, c.item(note{v, 1, 0}))
	require.False(t, c.known(v).written)
	require.Empty(t, one.partOf)
	require.Equal(t, []*content{one}, c.having[other])
	require.Equal(t, other, c.item(note{w, 1, 0}))

	c.Drop(v)
	c.Drop(w)
	require.Empty(t, c.notes)
	require.Empty(t, c.items)
	require.Empty(t, c.variables)
	require.Empty(t, c.contents)
	require.Empty(t, c.having)
}

// A conflict is about variables: when one of them is no more, so is it, and what takes its
// number is not told of.
func TestConflictsAreForgotten(t *testing.T) {
	c := &checker{Options: Options{Least: 2}}
	const v, w = 3, 4
	a, b := c.item(note{v, 1, 0}), c.item(note{w, 1, 0})
	c.write(v)
	c.write(w)
	var places []*place
	for i, own := range []view.View[item]{view.Of(a, b), view.Of(a), view.Of(b)} {
		x := c.content(own, view.Of[item]())
		places = append(places, &place{content: x, taken: taken{envs.At(0, int32(i)), 1}, split: &conflict{places: 1}})
		x.places = append(x.places, places[i])
	}
	whole := places[0].groups
	require.Len(t, whole, 3) // itself is one
	c.found(places[0], part{places[1], whole[1]}, part{places[2], whole[2]})
	x := places[2].conflicts[0]
	require.Equal(t, []envs.Variable{v, w}, slices.Collect(x.together.All()))

	c.Drop(v)
	require.Nil(t, x.whole)
	require.Empty(t, x.split)
	require.Zero(t, x.together.Len())
	require.Empty(t, c.verdictOf(nil, places[2]))
}
