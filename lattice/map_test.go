package lattice

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The tests of this file hold a Map against a plain Go map.

type mapModel struct {
	m     Map[int8, int]
	model map[int8]int
}

func fromModel(model map[int8]int) Map[int8, int] {
	var m Map[int8, int]
	for k, v := range model {
		m = m.Set(k, v)
	}
	return m
}

func genModel() *rapid.Generator[map[int8]int] {
	key := rapid.OneOf(rapid.Int8Range(-4, 12), rapid.Int8())
	return rapid.MapOf(key, rapid.IntRange(0, 3))
}

func maxInt(a, b int) (int, Side) {
	switch {
	case a == b:
		return a, Both
	case a > b:
		return a, Left
	}
	return b, Right
}

func eqInt(a, b int) bool  { return a == b }
func leqInt(a, b int) bool { return a <= b }

func requireModel(t require.TestingT, want map[int8]int, got Map[int8, int]) {
	require.Equal(t, len(want), got.Len())
	require.Equal(t, want, maps.Collect(got.All()))
	require.True(t, got.Equal(fromModel(want), eqInt), "not in canonical form")
	var keys []int8
	for k := range got.All() {
		keys = append(keys, k)
	}
	require.True(t, slices.IsSorted(keys), "keys do not ascend: %v", keys)
	checkShape(t, got.root)
}

// checkShape fails where a node breaks what map.go promises of its shape.
func checkShape[V any](t require.TestingT, n *node[V]) {
	if n == nil {
		return
	}
	require.Zero(t, n.prefix&below(n.shift))
	if n.shift == 0 {
		require.NotZero(t, n.slots)
		return
	}
	require.Zero(t, n.shift%fanoutBits)
	kids, size := 0, uint32(0)
	for i, kid := range n.kids() {
		if kid == nil {
			continue
		}
		kids++
		size += kid.size
		require.Less(t, kid.shift, n.shift)
		require.True(t, n.covers(kid.prefix))
		require.Equal(t, uint8(i), n.slot(kid.prefix))
		checkShape(t, kid)
	}
	require.GreaterOrEqual(t, kids, 2)
	require.Equal(t, size, n.size)
}

func TestMapAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mapModel{model: map[int8]int{}}
		key := rapid.OneOf(rapid.Int8Range(-4, 12), rapid.Int8())
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				k, v := key.Draw(t, "key"), rapid.IntRange(0, 3).Draw(t, "value")
				s.m, s.model[k] = s.m.Set(k, v), v
			},
			"delete": func(t *rapid.T) {
				k := key.Draw(t, "key")
				_, had := s.model[k]
				old := s.m
				s.m = s.m.Delete(k)
				delete(s.model, k)
				require.Equal(t, !had, s.m.Same(old))
			},
			"get": func(t *rapid.T) {
				k := key.Draw(t, "key")
				v, ok := s.m.Get(k)
				want, wantOK := s.model[k]
				require.Equal(t, wantOK, ok)
				require.Equal(t, want, v)
			},
			"": func(t *rapid.T) { requireModel(t, s.model, s.m) },
		})
	})
}

func TestMapOperationsAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genModel().Draw(t, "x"), genModel().Draw(t, "y")
		base := fromModel(genModel().Draw(t, "shared"))
		a, b := base, base
		for k, v := range x {
			a = a.Set(k, v)
		}
		for k, v := range y {
			b = b.Set(k, v)
		}
		x, y = maps.Collect(a.All()), maps.Collect(b.All())

		union, both, left := maps.Clone(x), map[int8]int{}, maps.Clone(x)
		var changed []int8
		leq := true
		for k, v := range y {
			w, ok := x[k]
			if !ok || v > w {
				union[k] = v
			}
			if ok {
				both[k] = max(v, w)
			}
			delete(left, k)
			if !ok || v != w {
				changed = append(changed, k)
			}
		}
		for k, v := range x {
			w, ok := y[k]
			if !ok {
				changed = append(changed, k)
			}
			leq = leq && ok && v <= w
		}
		slices.Sort(changed)

		merged, side := a.MergeSide(b, maxInt)
		requireModel(t, union, merged)
		requireSide(t, a, b, merged, side)
		common, side := a.IntersectSide(b, maxInt)
		requireModel(t, both, common)
		requireSide(t, a, b, common, side)
		requireModel(t, left, a.Without(b))

		require.Equal(t, leq, a.Leq(b, leqInt))
		require.Equal(t, maps.Equal(x, y), a.Equal(b, eqInt))

		var keys []int8
		for k, c := range a.Diff(b, eqInt) {
			keys = append(keys, k)
			v, had := x[k]
			w, has := y[k]
			require.Equal(t, Change[int]{v, w, had, has}, c)
		}
		require.Equal(t, changed, keys)
	})
}

// requireSide says in words: the side is exact, and where it names an operand the
// result is that operand in memory.
func requireSide(t require.TestingT, a, b, r Map[int8, int], side Side) {
	require.Equal(t, r.Equal(a, eqInt), side&Left != 0, "Left")
	require.Equal(t, r.Equal(b, eqInt), side&Right != 0, "Right")
	if side&Left != 0 {
		require.True(t, r.Same(a), "result equals the left operand but is not it")
	} else if side&Right != 0 {
		require.True(t, r.Same(b), "result equals the right operand but is not it")
	}
}

func TestMapMergeDropsKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genModel().Draw(t, "x"), genModel().Draw(t, "y")
		a, b := fromModel(x), fromModel(y)
		oddOnly := func(v, w int) (int, Side) {
			if v+w == 4 {
				return 0, Drop
			}
			return maxInt(v, w)
		}
		both := map[int8]int{}
		for k, v := range x {
			if w, ok := y[k]; ok && v+w != 4 {
				both[k] = max(v, w)
			}
		}
		got, side := a.IntersectSide(b, oddOnly)
		requireModel(t, both, got)
		requireSide(t, a, b, got, side)
	})
}

func TestMapExtremeKeys(t *testing.T) {
	keys := []int64{-1 << 63, -1, 0, 1, 1<<63 - 1}
	var m Map[int64, int]
	for i, k := range keys {
		m = m.Set(k, i)
	}
	var got []int64
	for k, v := range m.All() {
		require.Equal(t, keys[v], k)
		got = append(got, k)
	}
	require.Equal(t, keys, got)
	var u Map[uint64, int]
	u = u.Set(1<<64-1, 1).Set(0, 0)
	require.Equal(t, 2, u.Len())
	for k := range u.All() {
		require.Zero(t, k)
		break
	}
}

func TestMapMergeAllocatesNothingWhenOrdered(t *testing.T) {
	m := manySpans(dense)
	x, y := differing(m, dense)
	above := x.Merge(y, joinSpan)
	unshared := manySpans(dense)
	for name, f := range map[string]func(){
		"identical":      func() { x.Merge(x, joinSpan) },
		"below":          func() { x.Merge(above, joinSpan) },
		"above":          func() { above.Merge(x, joinSpan) },
		"equal unshared": func() { m.Merge(unshared, joinSpan) },
		"leq":            func() { x.Leq(above, func(a, b span) bool { return b.lo <= a.lo && a.hi <= b.hi }) },
	} {
		require.Zero(t, testing.AllocsPerRun(10, f), name)
	}
}
