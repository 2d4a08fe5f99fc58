package order_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/examples/internal/order"
)

type pair struct{ key, value int }

// A union is what maps of the same pairs have together, and it is the first list itself if that has all of it.
func TestUnion(t *testing.T) {
	list := rapid.Custom(func(t *rapid.T) []pair {
		m := rapid.MapOf(rapid.IntRange(0, 9), rapid.IntRange(0, 2)).Draw(t, "map")
		var l []pair
		for _, k := range slices.Sorted(maps.Keys(m)) {
			l = append(l, pair{k, m[k]})
		}
		return l
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		u := order.Union[pair]{
			Compare: func(x, y pair) int { return cmp.Compare(x.key, y.key) },
			Both:    func(x, y pair) pair { return pair{x.key, max(x.value, y.value)} },
		}
		if rapid.Bool().Draw(t, "alone") {
			u.Alone = func(x pair) pair { return pair{x.key, max(x.value, 1)} }
		}
		want := map[int]int{}
		for _, l := range [][]pair{a, b} {
			for _, x := range l {
				want[x.key] = max(want[x.key], x.value)
			}
		}
		if u.Alone != nil {
			for _, l := range [][]pair{a, b} {
				for _, x := range l {
					has := func(l []pair) bool { return slices.ContainsFunc(l, func(y pair) bool { return y.key == x.key }) }
					if !has(a) || !has(b) {
						want[x.key] = max(x.value, 1)
					}
				}
			}
		}
		before := slices.Clone(a)
		got := u.Of(a, b)
		require.Equal(t, before, a, "the lists stay as they are")
		require.Len(t, got, len(want))
		for i, x := range got {
			require.Equal(t, want[x.key], x.value)
			require.True(t, i == 0 || got[i-1].key < x.key, "the union ascends")
		}
		if slices.Equal(got, a) && len(a) > 0 {
			require.Same(t, &a[0], &got[0])
		}
	})
}

func TestPaths(t *testing.T) {
	paths := []*envs.Path{
		nil, {Root: envs.AtParam, Reg: 1}, {Root: envs.AtParam, Reg: 1, Steps: ".a"}, {Root: envs.AtParam, Reg: 2},
	}
	for i, p := range paths {
		for j, q := range paths {
			require.Equal(t, cmp.Compare(i, j), order.Paths(p, q), "%v and %v", p, q)
		}
	}
}

func TestWithout(t *testing.T) {
	list := []int{1, 2, 3, 4}
	odd := order.Without(list, func(n int) bool { return n%2 == 0 })
	require.Equal(t, []int{1, 3}, odd)
	require.Equal(t, []int{1, 2, 3, 4}, list, "it stays as it is")
	all := order.Without(list, func(n int) bool { return n > 4 })
	require.Same(t, &list[0], &all[0])
}
