package blocks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// A fact that is added again after it was removed is another one, and where it was added
// before is forgotten.
func TestRemove(t *testing.T) {
	var c Follower[envs.Variable]
	const v, w = 3, 4
	block := envs.At(0, 1)
	old, other := c.Item(v, 1), c.Item(w, 1)
	c.saw(block, v, envs.At(0, 7))
	c.saw(block, v, envs.At(0, 5))
	require.Equal(t, envs.At(0, 5), c.Where(block, v))
	require.Equal(t, block, c.Where(block, w))
	require.NotEqual(t, old, c.Item(v, 2))
	require.Equal(t, old, c.Item(v, 1))

	require.ElementsMatch(t, []Item{old, c.Item(v, 2)}, c.Remove(v))
	require.Equal(t, block, c.Where(block, v))
	require.NotEqual(t, old, c.Item(v, 1))
	require.Equal(t, envs.Variable(w), c.Fact(other))

	c.Remove(v)
	c.Remove(w)
	require.Empty(t, c.notes)
	require.Empty(t, c.items)
	require.Empty(t, c.about)
}

// each are the ways as Each gives them.
func (t *facts[F]) each(w Ways) (list []view.View[Item]) {
	for own := range t.Each(w) {
		list = append(list, own)
	}
	return list
}

// Of more ways than are told apart there is one with all that is done on them, and a way
// on which too much is done is left out.
func TestLimits(t *testing.T) {
	var c Follower[int]
	w := begin(false)
	for i := range maxWays - 1 {
		w, _ = w.merge(begin(false).with(c.Item(i, 0)))
	}
	require.Len(t, c.each(w), maxWays)
	w, _ = w.merge(begin(false).with(c.Item(maxWays, 0)))
	require.Len(t, c.each(w), 1)
	require.Equal(t, maxWays, c.each(w)[0].Len())

	w = begin(false)
	for i := range maxItems {
		w = w.with(c.Item(i, 0))
	}
	require.Len(t, c.each(w), 1)
	few, _ := begin(false).merge(w)
	require.Len(t, c.each(few), 2)
	require.Empty(t, c.each(w.with(c.Item(maxItems, 0))))
	few, _ = begin(false).merge(w.with(c.Item(maxItems, 0)))
	require.Len(t, c.each(few), 1)
}

// What is known by locks around a block is told by their names, and as long as they are held.
func TestAround(t *testing.T) {
	var c Follower[int]
	own, around := c.Item(1, 10), c.item(note[int]{fact: 2, name: 20, holder: 30})
	w := begin(false).with(own).with(-around)
	for got, outer := range c.Each(w) {
		require.Equal(t, []Item{own}, slices.Collect(got.All()))
		require.Equal(t, []Item{c.Item(2, 20)}, slices.Collect(outer.All()))
	}
	for _, outer := range c.Each(c.still(&heldLocks{list: []envs.HeldLock{{Lock: 30}}}, w)) {
		require.Equal(t, 1, outer.Len())
	}
	for got, outer := range c.Each(c.still(&heldLocks{list: []envs.HeldLock{{Lock: 10}}}, w)) {
		require.Equal(t, 1, got.Len())
		require.Zero(t, outer.Len())
	}
}

// What was done under locks that are no more does not pile up, and what was done under others stays.
func TestGone(t *testing.T) {
	var c Follower[int]
	const outer = 1
	kept := c.Item(1, outer)
	for l := envs.Lock(outer + 1); l < 10_000; l++ {
		c.item(note[int]{1, l, l})
		c.Item(1, l)
		c.Item(2, l)
		for _, i := range c.Gone(l) {
			require.NotEqual(t, kept, i)
		}
		require.LessOrEqual(t, len(c.notes), 4*minDead)
		require.Equal(t, len(c.notes), len(c.items))
		require.LessOrEqual(t, len(c.Items(1))+len(c.Items(2)), len(c.notes))
	}
	require.Equal(t, kept, c.Item(1, outer))
}

// Of few blocks and of many the first place in each is known, and none in others.
func TestWhere(t *testing.T) {
	for _, n := range []int32{1, 8, 100} {
		var f facts[int]
		for block := range n {
			for _, at := range []int32{7, 5, 6} {
				f.saw(envs.At(1, block), 1, envs.At(2, at+block))
			}
		}
		for block := range n {
			require.Equal(t, envs.At(2, 5+block), f.Where(envs.At(1, block), 1))
		}
		require.Equal(t, envs.At(1, n), f.Where(envs.At(1, n), 1), "where the block begins, if it is not known")
		require.Equal(t, envs.At(1, 0), f.Where(envs.At(1, 0), 2))
	}
}
