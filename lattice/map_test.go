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

// checkShape fails where a node breaks what map_node.go promises of its shape.
func checkShape[K Integer, V any](t require.TestingT, n *node[K, V]) {
	if n == nil {
		return
	}
	require.NotZero(t, n.size)
	require.Equal(t, n.size <= leafMax, n.shift == 0, "a leaf of %d keys, or a branch", n.size)
	if n.shift == 0 {
		keys := n.keys()
		require.Len(t, n.vals(), len(keys))
		for i := range keys[1:] {
			require.Less(t, keys[i], keys[i+1])
		}
		return
	}
	require.Zero(t, n.shift%fanoutBits)
	b := n.branch()
	require.Zero(t, b.prefix&b.below())
	kids, size := 0, uint32(0)
	for i, kid := range b.kids {
		if kid == nil {
			continue
		}
		kids++
		size += kid.size
		if kid.shift != 0 {
			require.Less(t, kid.shift, b.shift)
		}
		kid.each(func(k K, _ V) bool {
			require.True(t, b.covers(word(k)))
			require.Equal(t, uint8(i), b.slot(word(k)))
			return true
		})
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

		union, both := maps.Clone(x), map[int8]int{}
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

		merged, side := a.Merge(b, maxInt)
		requireModel(t, union, merged)
		requireSide(t, a, b, merged, side)
		common, side := a.Intersect(b, maxInt)
		requireModel(t, both, common)
		requireSide(t, a, b, common, side)

		first, found := a.FirstOfBoth(b, func(v, w int) bool { return v > w })
		for k := range common.All() {
			if x[k] > y[k] {
				require.True(t, found)
				require.Equal(t, k, first)
				found = false
				break
			}
		}
		require.False(t, found, "no key of both has these values")

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

// TestMapsDerivedFromOneAnother works on a pool of maps that share much of
// their structure. Keys are close together and far apart, so that leaves and
// branches of all sizes meet. Values hold pointers.
func TestMapsDerivedFromOneAnother(t *testing.T) {
	type entry struct {
		m     Map[int64, string]
		model map[int64]string
	}
	longer := func(a, b string) (string, Side) {
		switch {
		case a == b:
			return a, Both
		case a > b:
			return a, Left
		}
		return b, Right
	}
	key := rapid.OneOf(rapid.Int64Range(-8, 40), rapid.Int64Range(-300, 300), rapid.Int64())
	value := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(t *rapid.T) {
		pool := []entry{{model: map[int64]string{}}}
		pick := func(label string) entry { return pool[rapid.IntRange(0, len(pool)-1).Draw(t, label)] }
		add := func(t *rapid.T, e entry) {
			require.Equal(t, len(e.model), e.m.Len())
			require.Equal(t, e.model, maps.Collect(e.m.All()))
			checkShape(t, e.m.root)
			pool = append(pool, e)
		}
		eq := func(a, b string) bool { return a == b }
		t.Repeat(map[string]func(*rapid.T){
			"set": func(t *rapid.T) {
				e := pick("map")
				model := maps.Clone(e.model)
				for _, k := range rapid.SliceOfN(key, 1, 30).Draw(t, "keys") {
					v := value.Draw(t, "value")
					e.m, model[k] = e.m.Set(k, v), v
				}
				add(t, entry{e.m, model})
			},
			"delete": func(t *rapid.T) {
				e := pick("map")
				model := maps.Clone(e.model)
				for k := range e.m.All() {
					if rapid.Bool().Draw(t, "gone") {
						e.m = e.m.Delete(k)
						delete(model, k)
					}
				}
				add(t, entry{e.m, model})
			},
			"merge": func(t *rapid.T) {
				a, b := pick("a"), pick("b")
				model := maps.Clone(a.model)
				for k, v := range b.model {
					model[k] = max(v, model[k])
				}
				r, side := a.m.Merge(b.m, longer)
				require.Equal(t, maps.Equal(model, a.model), side&Left != 0)
				require.Equal(t, maps.Equal(model, b.model), side&Right != 0)
				require.Equal(t, side&Left != 0, r.Same(a.m))
				require.Equal(t, side&Left != 0, b.m.Leq(a.m, func(x, y string) bool { return x <= y }))
				add(t, entry{r, model})
			},
			"intersect": func(t *rapid.T) {
				a, b := pick("a"), pick("b")
				model := map[int64]string{}
				for k, v := range b.model {
					if w, ok := a.model[k]; ok {
						model[k] = max(v, w)
					}
				}
				r, side := a.m.Intersect(b.m, longer)
				require.Equal(t, maps.Equal(model, a.model), side&Left != 0)
				require.Equal(t, maps.Equal(model, b.model), side&Right != 0)
				add(t, entry{r, model})
			},
			"diff": func(t *rapid.T) {
				a, b := pick("a"), pick("b")
				model := maps.Clone(a.model)
				last, first := int64(0), true
				for k, c := range a.m.Diff(b.m, eq) {
					require.True(t, first || last < k, "%d after %d", k, last)
					last, first = k, false
					v, had := a.model[k]
					w, has := b.model[k]
					require.Equal(t, Change[string]{v, w, had, has}, c)
					if delete(model, k); has {
						model[k] = w
					}
				}
				require.Equal(t, b.model, model)
				require.Equal(t, maps.Equal(a.model, b.model), a.m.Equal(b.m, eq))
			},
		})
	})
}

// Values without a size, and values of which no whole number of words is made.
func TestMapOfOddValues(t *testing.T) {
	var none Map[int, struct{}]
	var odd Map[int, [3]byte]
	for i := range 100 {
		none, odd = none.Set(i*i, struct{}{}), odd.Set(i*i, [3]byte{byte(i)})
	}
	checkShape(t, none.root)
	checkShape(t, odd.root)
	other := odd.Set(49, [3]byte{0, 0, 1})
	merged, _ := odd.Merge(other, func(a, b [3]byte) ([3]byte, Side) { return [3]byte{9}, Neither })
	for i := range 100 {
		_, ok := none.Get(i * i)
		require.True(t, ok)
		v, _ := merged.Get(i * i)
		if i == 7 {
			require.Equal(t, [3]byte{9}, v)
		} else {
			require.Equal(t, [3]byte{byte(i)}, v)
		}
	}
	united, side := none.Merge(none.Set(2, struct{}{}), func(a, _ struct{}) (struct{}, Side) { return a, Both })
	require.Equal(t, Right, side)
	require.Equal(t, 101, united.Len())
}

func TestSamePrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOf(rapid.Uint64Range(0, 1)).Draw(t, "a")
		b := slices.Clone(a)
		for i := range b {
			b[i] ^= rapid.Uint64Range(0, 1).Draw(t, "differs")
		}
		want := 0
		for want < len(a) && a[want] == b[want] {
			want++
		}
		require.Equal(t, want, samePrefix(a, b))
		require.Equal(t, want == len(a), same(a, b))
		var words, wordsB [][2]uint64
		var bytes, bytesB [][3]byte
		for i := range a {
			words, wordsB = append(words, [2]uint64{7, a[i]}), append(wordsB, [2]uint64{7, b[i]})
			bytes, bytesB = append(bytes, [3]byte{2: byte(a[i])}), append(bytesB, [3]byte{2: byte(b[i])})
		}
		require.Equal(t, want, samePrefix(words, wordsB))
		require.Equal(t, want, samePrefix(bytes, bytesB))
	})
}

func TestMapMergeDropsKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genModel().Draw(t, "x"), genModel().Draw(t, "y")
		a, b := fromModel(x), fromModel(y)
		oddOnly := func(v, w int) (int, Side) {
			if v+w == 4 && v != w {
				return 0, Drop
			}
			return maxInt(v, w)
		}
		both := map[int8]int{}
		for k, v := range x {
			if w, ok := y[k]; ok && (v+w != 4 || v == w) {
				both[k] = max(v, w)
			}
		}
		got, side := a.Intersect(b, oddOnly)
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
	above, _ := x.Merge(y, joinSpan)
	unshared := manySpans(dense)
	few := Map[uint32, span]{}.Set(5, span{5, 6}).Set(50_000, span{50_000, 50_001})
	for name, f := range map[string]func(){
		"identical":      func() { x.Merge(x, joinSpan) },
		"below":          func() { x.Merge(above, joinSpan) },
		"above":          func() { above.Merge(x, joinSpan) },
		"leaf below":     func() { few.Merge(m, joinSpan) },
		"leaf above":     func() { m.Merge(few, joinSpan) },
		"equal unshared": func() { m.Merge(unshared, joinSpan) },
		"leq":            func() { x.Leq(above, func(a, b span) bool { return b.lo <= a.lo && a.hi <= b.hi }) },
	} {
		require.Zero(t, testing.AllocsPerRun(10, f), name)
	}
}
