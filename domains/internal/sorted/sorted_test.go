package sorted_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/internal/sorted"
)

// A set of numbers below 6 is also a word of bits, whose operations need no proof.
func set(bits int) []int {
	s := []int{}
	for i := range 6 {
		if bits>>i&1 != 0 {
			s = append(s, i)
		}
	}
	return s
}

func bits(s []int) (b int) {
	for i, x := range s {
		if i > 0 && s[i-1] >= x {
			return -1
		}
		b |= 1 << x
	}
	return b
}

func TestAgainstBits(t *testing.T) {
	c := cmp.Compare[int]
	for x := range 64 {
		for y := range 64 {
			a, b := set(x), set(y)
			require.Equal(t, x|y, bits(sorted.Union(a, b, c)))
			require.Equal(t, x&y, bits(sorted.Intersect(a, b, c)))
			require.Equal(t, x&^y, bits(sorted.Without(a, b, c)))
			require.Equal(t, x&^y == 0, sorted.Subset(a, b, c))
			require.Equal(t, x == y, sorted.Equal(a, b, c))
			onlyA, onlyB, both := sorted.Count(a, b, c)
			require.Equal(t, []int{len(set(x &^ y)), len(set(y &^ x)), len(set(x & y))}, []int{onlyA, onlyB, both})
			require.Equal(t, []int{x, y}, []int{bits(a), bits(b)}, "operands were changed")
		}
		for i := range 6 {
			require.Equal(t, x|1<<i, bits(sorted.With(set(x), i, c)))
		}
	}
}

// Of a list that is much longer than the other one only parts are looked at.
func TestFewAndMany(t *testing.T) {
	c := cmp.Compare[int]
	rapid.Check(t, func(t *rapid.T) {
		few := sorted.Of(rapid.SliceOfN(rapid.IntRange(0, 100), 0, 4).Draw(t, "few"), c)
		many := sorted.Of(rapid.SliceOfN(rapid.IntRange(0, 100), 30, 100).Draw(t, "many"), c)
		union := sorted.Of(slices.Concat(few, many), c)
		both := len(few) + len(many) - len(union)
		for _, o := range [][2][]int{{few, many}, {many, few}, {many, many}} {
			a, b := o[0], o[1]
			onlyA, onlyB, n := sorted.Count(a, b, c)
			if len(a) == len(b) {
				require.Equal(t, []int{0, 0, len(a)}, []int{onlyA, onlyB, n})
				continue
			}
			require.Equal(t, []int{len(a) - both, len(b) - both, both}, []int{onlyA, onlyB, n})
			require.Equal(t, union, sorted.Union(a, b, c))
			require.Len(t, sorted.Intersect(a, b, c), both)
		}
	})
}

func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOf(rapid.IntRange(0, 5)).Draw(t, "elements")
		want := 0
		for _, x := range given {
			want |= 1 << x
		}
		require.Equal(t, want, bits(sorted.Of(given, cmp.Compare[int])))
	})
}

func TestOrderedOperandsAllocateNothing(t *testing.T) {
	c := cmp.Compare[int]
	a, b := set(0b001010), set(0b011011)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		sorted.Union(a, b, c)
		sorted.Intersect(b, a, c)
		sorted.Subset(a, b, c)
		sorted.Count(a, b, c)
		sorted.With(b, 3, c)
	}))
}
