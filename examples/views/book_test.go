package views

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow"
	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

type testBook struct {
	*book
	*fakes
}

func newTestBook() testBook {
	w := &fakes{}
	return testBook{newBook(dataflow.AnsweredBy(w), blocks.Options{}, func(envs.Env, *place) {}), w}
}

// at is the book at a time.
func (b testBook) at(now timeEnv) *book {
	b.now = now
	return b.book
}

// A fact that takes the number of one that is no more is another one, and nothing is known
// of what went with it.
func TestNumbersAreUsedAgain(t *testing.T) {
	b := newTestBook()
	const u, v, w = 2, 3, 4
	another, old, other := b.Item(u, 1), b.Item(v, 1), b.Item(w, 1)
	none := view.Of[blocks.Item]()
	both, one := b.content(view.Of(old, other), none), b.content(view.Of(other), none)
	b.content(view.Of(another, old), none)
	require.Equal(t, old, b.Item(v, 1))
	require.Same(t, both, b.content(view.Of(old, other), none))
	require.Len(t, both.Shares, 2)
	require.Len(t, one.PartOf, 1)

	b.Forget(dataflow.Gone{Variable: v})
	require.NotEqual(t, old, b.Item(v, 1))
	require.True(t, both.gone)
	require.NotContains(t, b.byItem[other].list(), both)
	require.Equal(t, other, b.Item(w, 1))
	require.NotSame(t, both, b.content(view.Of(b.Item(v, 1), other), none))

	b.Forget(dataflow.Gone{Variable: u})
	b.Forget(dataflow.Gone{Variable: v})
	require.Empty(t, one.PartOf)
	b.Forget(dataflow.Gone{Variable: w})
	require.Empty(t, b.Items(v))
	require.Empty(t, b.Items(w))
	require.Empty(t, b.contents)
	require.Empty(t, b.byItem)
}

// All contents with a fact go with it, however many there are, and there are not many.
func TestManyContents(t *testing.T) {
	b := newTestBook()
	none := view.Of[blocks.Item]()
	const facts = 10
	set := func(n int, more ...blocks.Item) view.View[blocks.Item] {
		for f := range facts {
			if n>>f&1 != 0 {
				more = append(more, b.Item(envs.Variable(f+1), 1))
			}
		}
		return view.Of(more...)
	}
	for n := range 1 << facts {
		x := b.content(set(n), none)
		require.True(t, x == nil || x == b.content(set(n), none))
	}
	require.Nil(t, b.content(set(1<<facts-1), none)) // each fact is in half of them: too many
	require.Less(t, len(b.contents), 1<<facts-2)

	// With a fact that is new there is room, and what is there is of both.
	const another, old = facts + 1, 1
	x := b.content(set(1<<facts-1, b.Item(another, 1)), none)
	require.NotNil(t, x)
	b.Renew(old)
	require.Equal(t, 1, x.Renewed)
	b.Forget(dataflow.Gone{Variable: old})
	require.True(t, x.gone)
	require.NotContains(t, b.contents, x.key)
	for f := range facts + 1 {
		b.Forget(dataflow.Gone{Variable: envs.Variable(f + 1)})
	}
	require.Empty(t, b.contents)
	require.Empty(t, b.byItem)
}

// What was done under locks that are no more does not pile up, and what was done under others stays.
func TestLocksAreForgotten(t *testing.T) {
	b := newTestBook()
	const v, w, outer = 1, 2, 1
	none := view.Of[blocks.Item]()
	const minDead = 64 // of package blocks
	kept := b.content(view.Of(b.Item(v, outer), b.Item(w, outer)), none)
	for l := envs.Lock(outer + 1); l < 10_000; l++ {
		own := view.Of(b.Item(v, l))
		b.content(own, none)
		b.content(own, view.Of(b.Item(w, outer)))
		b.content(view.Of(b.Item(v, outer)), view.Of(b.Item(w, l)))
		b.Forget(dataflow.Gone{Lock: l})
		require.LessOrEqual(t, len(b.contents), 4*minDead)
		require.LessOrEqual(t, len(b.Items(v))+len(b.Items(w)), 4*minDead)
		require.LessOrEqual(t, len(kept.Shares), 1)
		require.LessOrEqual(t, len(kept.PartOf), 4*minDead)
		require.LessOrEqual(t, len(b.byItem[b.Item(v, outer)].list()), 4*minDead)
	}
	require.Same(t, kept, b.content(view.Of(b.Item(v, outer), b.Item(w, outer)), none))
	require.False(t, kept.gone)
	require.Len(t, kept.Shares, 1)
	require.LessOrEqual(t, len(kept.Shares[0].members), 4*minDead)
}

// The shares of contents, however they come and go, are those of the definition.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newTestBook()
		var all []*content
		names := map[blocks.Item]envs.Lock{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if len(all) > 0 && rapid.IntRange(0, 5).Draw(t, "drop") == 0 {
				b.Forget(dataflow.Gone{Variable: rapid.SampledFrom([]envs.Variable{1, 2, 3, 4, 5}).Draw(t, "fact")})
				all = slices.DeleteFunc(all, func(x *content) bool { return x.gone })
				continue
			}
			items := func(name envs.Lock, label string) view.View[blocks.Item] {
				var r []blocks.Item
				for _, v := range rapid.SliceOfN(rapid.SampledFrom([]envs.Variable{1, 2, 3, 4, 5}), 0, 4).Draw(t, label) {
					r = append(r, b.Item(v, name))
					names[r[len(r)-1]] = name
				}
				return view.Of(r...)
			}
			lock := envs.Lock(rapid.IntRange(1, 2).Draw(t, "lock"))
			x := b.content(items(lock, "own"), items(lock+1, "around"))
			if x != nil && !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
		// set is what is done by a name of a lock.
		type fact struct {
			v    envs.Variable
			name envs.Lock
		}
		set := func(items []blocks.Item) map[fact]bool {
			r := map[fact]bool{}
			for _, i := range items {
				r[fact{b.Fact(i), names[i]}] = true
			}
			return r
		}
		for _, whole := range all {
			want, most := map[string][]*content{}, map[envs.Variable]bool{}
			has := set(append(slices.Clone(whole.own), whole.around...))
			for f := range has {
				most[f.v] = true
			}
			for _, x := range all {
				var common []envs.Variable
				part := x != whole && whole.Facts.Len() > 1
				for f := range set(x.around) {
					part = part && !has[f]
				}
				for f := range set(x.own) {
					if has[f] {
						common = append(common, f.v)
					}
				}
				if v := view.Of(common...); part && v.Len() > 0 && v.Len() < len(most) {
					want[v.String()] = append(want[v.String()], x)
				}
			}
			got := map[string][]*content{}
			for _, s := range whole.Shares {
				require.Same(t, whole, s.Whole)
				for _, x := range s.members {
					if !x.gone {
						got[s.Facts.String()] = append(got[s.Facts.String()], x)
						require.Contains(t, x.PartOf, s)
					}
				}
			}
			if !whole.whole {
				require.LessOrEqual(t, len(want), 1) // there is nothing to take apart
				require.Empty(t, got)
				continue
			}
			require.Len(t, got, len(want))
			for facts, xs := range want {
				require.ElementsMatch(t, xs, got[facts], facts)
			}
		}
	})
}

// What is known of contents with a fact is to be looked at again when the fact is renewed.
func TestRenew(t *testing.T) {
	b := newTestBook()
	none := view.Of[blocks.Item]()
	x, y := b.content(view.Of(b.Item(1, 1), b.Item(2, 1)), none), b.content(view.Of(b.Item(2, 1)), none)
	p := &place{content: x}
	x.Places = append(x.Places, p)
	require.True(t, p.meet(blocks.Moment{}))
	require.Len(t, p.news(), 1)
	b.Renew(1)
	require.Equal(t, 1, x.Renewed)
	require.Zero(t, y.Renewed)
	require.Len(t, p.news(), 1)
	require.True(t, b.Again())
	require.False(t, b.Again())
}

// Kept are the last moments at a place, and some of each thread.
func TestMoments(t *testing.T) {
	p := &place{content: &content{}}
	p.Places = append(p.Places, p)
	whole := &content{}
	s := &share{Whole: whole, members: []*content{p.content}}
	p.PartOf = append(p.PartOf, s)
	segment := func(n int) envs.Segment { return envs.SegmentOf(n) }
	require.True(t, p.meet(blocks.Moment{Thread: 1, Segment: segment(1)}))
	require.False(t, p.meet(blocks.Moment{Thread: 1, Segment: segment(1)}))
	for i := range 2 * maxSegments {
		require.Equal(t, i+1 < maxSegments, p.meet(blocks.Moment{Thread: 1, Segment: segment(i + 2)}), i)
	}
	require.Len(t, p.news(), maxSegments)
	require.Empty(t, p.news())
	p.looked = 0
	require.Len(t, p.news(), maxSegments)
	for i := range envs.Thread(1000) {
		require.True(t, p.meet(blocks.Moment{Thread: i + 2, Segment: segment(0)}))
		require.LessOrEqual(t, len(p.Moments), maxMoments)
		require.LessOrEqual(t, len(p.threads), maxMoments)
		require.LessOrEqual(t, len(s.threads), 4*maxMoments)
		for _, m := range p.Moments {
			require.Contains(t, s.threads, m.Thread)
		}
		require.Len(t, p.news(), 1)
	}
	require.False(t, p.by(1))
	require.True(t, p.by(1001))
}
