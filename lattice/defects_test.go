package lattice_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file keep package lattice from defects that other libraries
// have; latticetest has models of them.

// manyKeys are so many that maps of them are trees of some depth, with single
// leaves under branches far up.
var manyKeys = []int32{math.MinInt32, -70000, -9, -8, -1, 0, 1, 2, 3, 5, 7, 8, 63, 64, 65, 511, 512, 4096, 70000,
	math.MaxInt32}

// genTree draws maps of many keys, of few, and of a single one.
func genTree(set func(lattice.Keyed[int32, interval], int32, interval) lattice.Keyed[int32,
	interval]) *rapid.Generator[lattice.Keyed[int32, interval]] {
	value := rapid.OneOf(genInterval(), genInterval(), rapid.SampledFrom([]interval{nothing, anything}))
	return rapid.Custom(func(t *rapid.T) lattice.Keyed[int32, interval] {
		var e lattice.Keyed[int32, interval]
		keys := rapid.SampledFrom([]int{0, 1, 1, 3, 30}).Draw(t, "number of keys")
		for range keys {
			e = set(e, rapid.SampledFrom(manyKeys).Draw(t, "key"), value.Draw(t, "value"))
		}
		return e
	})
}

// Widening swapped its operands where one map was a single leaf and the other not;
// it is held to work key by key, whatever the shapes.
func TestMapsWorkKeyByKey(t *testing.T) {
	type elem = lattice.Keyed[int32, interval]
	may, must := lattice.MayMap[int32](intervals{}), lattice.MustMap[int32](intervals{})
	parts := func(get func(elem, int32) interval) func(elem) []interval {
		return func(e elem) []interval {
			var vs []interval
			for _, k := range manyKeys {
				vs = append(vs, get(e, k))
			}
			return vs
		}
	}
	for name, laws := range map[string][]latticetest.Law{
		"may": latticetest.Pointwise(latticetest.Suite[elem]{Lattice: may, Elements: genTree(may.Set)}, intervals{},
			parts(may.Get)),
		"must": latticetest.Pointwise(latticetest.Suite[elem]{Lattice: must, Elements: genTree(must.Set)}, intervals{},
			parts(must.Get)),
	} {
		require.Len(t, laws, 4)
		t.Run(name, func(t *testing.T) { latticetest.Run(t, laws) })
	}
}

// The same by going through all pairs of maps of three keys that are far apart,
// with three values each.
func TestMustMapWidensKeyByKeyExhaustively(t *testing.T) {
	l := lattice.MustMap[int32](intervals{})
	values := []interval{{0, 0}, {0, 1}, {-1, 1}, anything}
	keys := []int32{1, 2, 1 << 20}
	var maps []lattice.Keyed[int32, interval]
	for i := range len(values) * len(values) * len(values) {
		var e lattice.Keyed[int32, interval]
		for _, k := range keys {
			e = l.Set(e, k, values[i%len(values)])
			i /= len(values)
		}
		maps = append(maps, e)
	}
	for _, a := range maps {
		for _, b := range maps {
			r := l.Widen(a, b)
			for _, k := range keys {
				require.Equal(t, intervals{}.Widen(l.Get(a, k), l.Get(b, k)), l.Get(r, k), "%v widened by %v, at %d", a, b, k)
			}
		}
	}
}

// Joins and meets built leaves anew that had not changed, and comparing went
// wrong where branches stood at different depths.
func TestTreesKeepTheLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("draws trees of hundreds of keys")
	}
	type elem = lattice.Keyed[int32, interval]
	may, must := lattice.MayMap[int32](intervals{}), lattice.MustMap[int32](intervals{})
	latticetest.Suite[elem]{Lattice: may, Elements: genTree(may.Set), Fingerprint: elem.String}.Check(t)
	latticetest.Suite[elem]{Lattice: must, Elements: genTree(must.Set), Fingerprint: elem.String}.Check(t)
}

func TestProductsWorkPartByPart(t *testing.T) {
	type pair = lattice.Pair[interval, interval]
	latticetest.Run(t, latticetest.Pointwise(
		latticetest.Suite[pair]{Lattice: lattice.NewProduct(intervals{}, intervals{}),
			Elements: genPair(genInterval(), genInterval())},
		intervals{}, func(e pair) []interval { return []interval{e.First, e.Second} }))
	latticetest.Run(t, latticetest.Pointwise(
		latticetest.Suite[[]interval]{Lattice: lattice.Vector(intervals{}, 3),
			Elements: rapid.SliceOfN(genInterval(), 3, 3)},
		intervals{}, func(e []interval) []interval { return e }))
}

// The order of a dual called two unrelated elements each below the other.
func TestDualComparesTheOtherWay(t *testing.T) {
	l := lattice.Dual(lattice.Powerset[int]{})
	one, two, both := lattice.SetOf(1), lattice.SetOf(2), lattice.SetOf(1, 2)
	require.False(t, l.Leq(one, two))
	require.False(t, l.Leq(two, one))
	require.True(t, l.Leq(both, one))
	require.False(t, l.Leq(one, both))
}

// A list said that it left out repeats, and kept them; and a difference of sets was
// wrong at the last element. All sets of five numbers are compared with bits.
func TestSetsAgainstBits(t *testing.T) {
	l := lattice.Powerset[int]{}
	set := func(bits int) lattice.Set[int] {
		var elems []int
		for i := range 5 {
			if bits>>i&1 != 0 {
				elems = append(elems, i, i)
			}
		}
		slices.Reverse(elems)
		return l.Of(elems...)
	}
	for x := range 32 {
		for y := range 32 {
			a, b := set(x), set(y)
			require.Equal(t, fmt.Sprint(set(x|y)), fmt.Sprint(l.Join(a, b)))
			require.Equal(t, fmt.Sprint(set(x&y)), fmt.Sprint(l.Meet(a, b)))
			require.Equal(t, x&^y == 0, l.Leq(a, b))
			require.Equal(t, x == y, l.Equal(a, b))
		}
	}
	require.Equal(t, 2, l.Of(1, 2, 1, 1).Len())
}

// Sets are of whatever has an order, and so of what is not equal to itself and
// what is equal to something else.
func TestSetsOfOddElements(t *testing.T) {
	suite := func(t *testing.T, name string, laws []latticetest.Law) {
		t.Run(name, func(t *testing.T) { latticetest.Run(t, laws) })
	}
	suite(t, "floats", oddSets(math.NaN(), math.Copysign(0, -1), 0, 1, math.Inf(1)))
	suite(t, "strings", oddSets("", " ", "a", "a b", "b", "⊤", `"a"`, "{a", "a\x00", "\xff", "�"))
	require.Equal(t, "{NaN 0}", lattice.SetOf(0, math.NaN(), math.Copysign(0, -1), math.NaN()).String())
}

func oddSets[T cmp.Ordered](elems ...T) []latticetest.Law {
	l := lattice.Powerset[T]{Limit: 3}
	return latticetest.Suite[lattice.Set[T]]{
		Lattice: l,
		Elements: rapid.Map(rapid.SliceOfN(rapid.SampledFrom(elems), 0, 3), func(xs []T) lattice.Set[T] {
			return l.Of(xs...)
		}),
		Fingerprint: lattice.Set[T].String,
	}.Laws()
}

// Values print as something else where they would be taken for an added bottom or
// top.
func TestLiftedValuesPrintApart(t *testing.T) {
	words := lattice.Flat[string]{}
	latticetest.Suite[lattice.Lifted[string]]{
		Lattice: words, Elements: rapid.Map(rapid.SampledFrom([]string{"", "⊥", "⊤", "⌊⊥⌋", "a", "1"}),
			lattice.Just[string]),
	}.Check(t)
	type nested = lattice.Lifted[lattice.Lifted[lattice.Lifted[int]]]
	thrice := lattice.Lift(lattice.Lift(lattice.Flat[int]{}))
	latticetest.Suite[nested]{
		Lattice: thrice,
		Elements: genLifted(
			genLifted(
				genLifted(rapid.IntRange(0, 1), lattice.Lifted[int]{}, lattice.Flat[int]{}.Top()),
				lattice.Lifted[lattice.Lifted[int]]{}, lattice.Flat[lattice.Lifted[int]]{}.Top()),
			lattice.Lifted[lattice.Lifted[lattice.Lifted[int]]]{}),
	}.Check(t)
	require.Equal(t, "⌊⌊⊥⌋⌋", lattice.Just(lattice.Just(lattice.Lifted[int]{})).String())
}

// A value that was copied on write failed when it was used at several places at
// once. Ours never change: the race detector agrees, and so do the results.
func TestMapsAreSharedByGoroutines(t *testing.T) {
	l := lattice.MustMap[int32](intervals{})
	a, b := l.Top(), l.Top()
	for i := range int32(200) {
		a = l.Set(a, i, interval{0, int64(i)})
		b = l.Set(b, i/2*3, interval{int64(-i), 0})
	}
	join, meet, widened := l.Join(a, b).String(), l.Meet(a, b).String(), l.Widen(a, b).String()
	var wait sync.WaitGroup
	results := make([][3]string, 8)
	for i := range results {
		wait.Go(func() {
			for range 20 {
				results[i] = [3]string{l.Join(a, b).String(), l.Meet(a, b).String(), l.Widen(a, b).String()}
			}
		})
	}
	wait.Wait()
	for _, r := range results {
		require.Equal(t, [3]string{join, meet, widened}, r)
	}
}
