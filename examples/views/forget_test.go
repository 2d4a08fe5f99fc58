package views

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A variable that takes the number of one that is no more is another one, and nothing is
// known of what went with it.
func TestNumbersAreUsedAgain(t *testing.T) {
	c := New(Options{}).(*checker)
	const v, w = 3, 4
	old, other := c.Item(v, 1), c.Item(w, 1)
	c.write(v)
	both, one := c.content(view.Of(old, other), view.Of[blocks.Item]()), c.content(view.Of(other), view.Of[blocks.Item]())
	require.Equal(t, old, c.Item(v, 1))
	require.Len(t, both.groups, 2)
	require.Len(t, one.partOf, 1)

	c.Drop(v)
	require.NotEqual(t, old, c.Item(v, 1))
	require.False(t, c.writes[v])
	require.Empty(t, one.partOf)
	require.Equal(t, []*content{one}, c.having[other])
	require.Equal(t, other, c.Item(w, 1))

	c.Drop(v)
	c.Drop(w)
	require.Empty(t, c.Items(v))
	require.Empty(t, c.Items(w))
	require.Empty(t, c.writes)
	require.Empty(t, c.contents)
	require.Empty(t, c.having)
}

// A conflict is about variables: when one of them is no more, so is it, and what takes its
// number is not told of.
func TestConflictsAreForgotten(t *testing.T) {
	c := New(Options{Least: 2}).(*checker)
	const v, w = 3, 4
	a, b := c.Item(v, 1), c.Item(w, 1)
	c.write(v)
	c.write(w)
	var places []*place
	for i, own := range []view.View[blocks.Item]{view.Of(a, b), view.Of(a), view.Of(b)} {
		x := c.content(own, view.Of[blocks.Item]())
		places = append(places, &place{content: x, Block: blocks.Block{From: envs.At(0, int32(i)), Lock: 1}, split: &conflict{places: 1}})
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
