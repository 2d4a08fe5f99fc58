package views

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/dataflow/blocks"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/envs"
)

// timeEnv is at an operation of a thread, in a segment with a number. Of two segments of different
// threads some do not overlap.
type timeEnv struct {
	envs.Env
	fn      envs.FuncID
	at      int32
	thread  envs.Thread
	segment int
	again   bool // the pass only judges
	first   bool // the pass only gathers
}

func (e timeEnv) Point() envs.Point { return envs.At(e.fn, e.at) }

// fakes answer what a book asks, at the time that is now.
type fakes struct {
	noLocks
	now timeEnv
}

// noLocks are facets that are asked nothing.
type noLocks struct {
	envs.Locks
	envs.LockSets
	envs.Memory
}

func (w *fakes) Thread() envs.Thread { return w.now.thread }
func (w *fakes) Segment() envs.Segment {
	return envs.SegmentOf([2]int{int(w.now.thread), w.now.segment})
}
func (w *fakes) Gathers() bool { return !w.now.again }
func (w *fakes) Judges() bool  { return !w.now.first }
func (*fakes) MustStart() bool { return false }
func (*fakes) MayEnd() bool    { return false }
func (*fakes) MayBeThread(a, b envs.Thread) bool {
	return a == b || min(a, b) == 1 && max(a, b) == perhaps1
}
func (*fakes) MustBeThread(a, b envs.Thread) bool { return a == b && a < several }
func (*fakes) MayOverlap(a, b envs.Segment) bool  { return overlap(a.Of().([2]int), b.Of().([2]int)) }
func overlap(a, b [2]int) bool                    { return (a[0] != b[0] || a[0] == several) && (a[1]+b[1])%3 != 0 }
func chain(a, b vars) bool                        { return a.SubsetOf(b) || b.SubsetOf(a) }

// Some threads are not known: two of the first ones may be one or not, and the second one may be thread 1.
const (
	several  = 3
	perhaps1 = 4
)

// What is told of tears is what the definition says, whatever comes first.
func TestTears(t *testing.T) {
	type told struct{ whole, a, b *place }
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		b := newTestBook()
		counts := map[envs.Variable]bool{1: true, 2: true}
		wide := func(x, y vars) bool {
			return slices.ContainsFunc(slices.Collect(x.Union(y).All()), func(v envs.Variable) bool { return counts[v] })
		}
		b.wide = func(_ envs.Env, x, y vars) bool { return wide(x, y) }
		got := map[told]bool{}
		b.torn = func(_ envs.Env, x tear) bool {
			p, q := x.Parts[0], x.Parts[1]
			require.False(t, chain(p.Common, q.Common))
			require.True(t, p.Common.SubsetOf(p.Facts) && p.Common.SubsetOf(x.Whole.Facts))
			require.True(t, q.Common.SubsetOf(q.Facts) && q.Common.SubsetOf(x.Whole.Facts))
			got[told{x.Whole, p.place, q.place}] = true
			return true
		}
		var places []*place
		enter := func(env timeEnv, x *content) {
			b.at(env).enter(env, blocks.Block{From: env.Point()}, x)
			if !slices.Contains(places, x.last) {
				places = append(places, x.last)
			}
		}
		for range rapid.IntRange(1, 12).Draw(t, "blocks") {
			var own []blocks.Item
			for _, v := range rapid.SliceOfN(rapid.SampledFrom([]envs.Variable{1, 2, 3, 4}), 1, 4).Draw(t, "facts") {
				own = append(own, b.Item(v, 1))
			}
			enter(timeEnv{
				at: rapid.Int32Range(0, 1).Draw(t,
					"at"), thread: rapid.SampledFrom([]envs.Thread{1, 2, several, perhaps1}).Draw(t, "thread"),
				segment: rapid.IntRange(0, 4).Draw(t, "segment"),
			}, b.content(view.Of(own...), view.View[blocks.Item]{}))
		}
		counts[3] = true
		b.Renew(3)
		for _, p := range places { // what was there is looked at again
			m := p.Moments[0].Segment.Of().([2]int)
			enter(timeEnv{at: p.End.PC(), thread: envs.Thread(m[0]), segment: m[1]}, p.content)
		}
		want, may := map[told]bool{}, map[told]bool{}
		for _, w := range places {
			for i, p := range places {
				for _, q := range places[:i] {
					x, y := w.Facts.Intersect(p.Facts), w.Facts.Intersect(q.Facts)
					if !chain(x, y) && wide(x, y) && mayTear(w, p, q) {
						may[told{w, p, q}] = true
						want[told{w, p, q}] = !mustBeOne(w, p) && !mustBeOne(w, q)
					}
				}
			}
		}
		for x := range got {
			require.True(t, may[x] || may[told{x.whole, x.b, x.a}], "it is told of what is no tear")
		}
		for x, wanted := range want {
			require.True(t, !wanted || got[x] || got[told{x.whole, x.b, x.a}], "it is not told of a tear")
		}
		found += len(want)
	})
	require.Positive(t, found)
}

// Where all is shown again, each block that has part in a tear that counts is told of in one that does, however
// many do not.
func TestTearsThatDoNotCountStandForNone(t *testing.T) {
	found, others := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b := newTestBook()
		b.wide = func(envs.Env, vars, vars) bool { return true }
		odd := rapid.SliceOfN(rapid.Bool(), 8, 8).Draw(t, "odd") // of two functions, by their sum
		counts := func(p, q *place) bool { return odd[p.From.Func()+q.From.Func()] }
		got := map[*place]bool{}
		b.torn = func(_ envs.Env, x tear) bool {
			p, q := x.Parts[0].place, x.Parts[1].place
			if counts(p, q) {
				got[p], got[q], got[x.Whole] = true, true, true
			}
			return counts(p, q)
		}
		type block struct {
			timeEnv
			of view.View[blocks.Item]
		}
		var all []block
		for range rapid.IntRange(1, 10).Draw(t, "blocks") {
			var own []blocks.Item
			for _, v := range rapid.SliceOfN(rapid.SampledFrom([]envs.Variable{1, 2, 3, 4}), 1, 4).Draw(t, "facts") {
				own = append(own, b.Item(v, 1))
			}
			all = append(all, block{timeEnv{
				fn: envs.FuncID(rapid.IntRange(0, 3).Draw(t, "function")), thread: rapid.SampledFrom([]envs.Thread{1, 2,
					several}).Draw(t, "thread"),
				segment: rapid.IntRange(0, 4).Draw(t, "segment"),
			}, view.Of(own...)})
		}
		var places []*place
		for pass := 0; pass < 2 || b.More; pass++ {
			b.Again()
			for _, e := range all {
				e.first, e.again = pass == 0, pass > 0
				x := b.content(e.of, view.View[blocks.Item]{})
				b.at(e.timeEnv).enter(e.timeEnv, blocks.Block{From: e.Point()}, x)
				if !slices.Contains(places, x.last) {
					places = append(places, x.last)
				}
			}
		}
		want := map[*place]bool{}
		for _, w := range places {
			for i, p := range places {
				for _, q := range places[:i] {
					if chain(w.Facts.Intersect(p.Facts), w.Facts.Intersect(q.Facts)) || !mayTear(w, p, q) {
						continue
					}
					if counts(p, q) {
						want[w], want[p], want[q] = true, true, true
					} else {
						others++
					}
				}
			}
		}
		for _, p := range places {
			require.Equal(t, want[p], got[p], "whether %v has part in a tear that counts", p.Facts)
		}
		found += len(want)
	})
	require.Positive(t, found)
	require.Positive(t, others)
}

// mayTear reports whether a thread may be at both p and q, and w may be executed at the same time as one of them.
func mayTear(w, p, q *place) bool {
	for _, k := range w.Moments {
		for _, m := range p.Moments {
			for _, n := range q.Moments {
				if (&fakes{}).MayBeThread(m.Thread, n.Thread) &&
					((&fakes{}).MayOverlap(k.Segment, m.Segment) || (&fakes{}).MayOverlap(k.Segment, n.Segment)) {
					return true
				}
			}
		}
	}
	return false
}

// mustBeOne reports whether both are certainly by one thread. Then that of another part, which may be it, is it in a
// tear.
func mustBeOne(w, p *place) bool {
	for _, k := range w.Moments {
		for _, m := range p.Moments {
			if (&fakes{}).MustBeThread(k.Thread, m.Thread) {
				return true
			}
		}
	}
	return false
}

// A whole keeps its first shares, and what each is to each other one takes a byte.
func TestRelationsAreSmall(t *testing.T) {
	const many = 48
	b := newTestBook()
	b.torn = func(envs.Env, tear) bool { return true }
	b.wide = func(envs.Env, vars, vars) bool { return true }
	enter := func(thread envs.Thread, facts ...envs.Variable) *content {
		var own []blocks.Item
		for _, f := range facts {
			own = append(own, b.Item(f, 1))
		}
		env := timeEnv{at: int32(thread), thread: thread}
		x := b.content(view.Of(own...), view.View[blocks.Item]{})
		b.at(env).enter(env, blocks.Block{From: env.Point()}, x)
		return x
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var all []envs.Variable
	for v := range envs.Variable(many) {
		all = append(all, v+1)
	}
	for i, v := range all {
		for _, w := range all[:i] {
			enter(1, v, w)
		}
	}
	before := heap()
	whole := enter(2, all...)
	after := heap()
	require.Len(t, whole.Shares, maxShares)
	require.Less(t, int64(after)-int64(before), int64(16*maxShares*maxShares), "bytes")
	runtime.KeepAlive(b)
}

// Where all is shown again, a block is told of once with all blocks of its function that begin and end in the same
// places.
func TestTearsOfOneFunctionAreFew(t *testing.T) {
	told := func(n int) (times int) {
		b := newTestBook()
		b.wide = func(envs.Env, vars, vars) bool { return true }
		parts := map[*place]bool{}
		b.torn = func(_ envs.Env, x tear) bool {
			parts[x.Parts[0].place], parts[x.Parts[1].place] = true, true
			times++
			return true
		}
		enter := func(env timeEnv, facts ...envs.Variable) {
			var own []blocks.Item
			for _, f := range facts {
				own = append(own, b.Item(f, 1))
			}
			b.at(env).enter(env, blocks.Block{From: env.Point()}, b.content(view.Of(own...), view.View[blocks.Item]{}))
		}
		for again := range 2 {
			pass := timeEnv{segment: 1, first: again == 0, again: again > 0}
			one, other := pass, pass
			one.thread, other.thread = 1, 2
			enter(one, 1, 2)
			for i := range envs.Variable(n) {
				enter(other, 1, 3+2*i)
				enter(other, 2, 4+2*i)
			}
		}
		require.Len(t, parts, 2*n)
		return times
	}
	require.LessOrEqual(t, told(40), 4*told(10))
}
