package environment_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/environment"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// The values of three kinds of sparse environments: the rest is bottom, top, or the
// middle of a chain of three.
type (
	below  struct{ domaintest.Spans }
	above  struct{ domaintest.Spans }
	within struct{}
)

func (below) Compare(a, b int) int { return cmp.Compare(a, b) }
func (d below) Rest() span         { return d.Bottom() }

func (above) Compare(a, b int) int { return cmp.Compare(a, b) }
func (d above) Rest() span         { return d.Top() }

func (within) Compare(a, b int) int { return cmp.Compare(a, b) }
func (within) Rest() int            { return 1 }
func (within) Equal(a, b int) bool  { return a == b }
func (within) Join(a, b int) int    { return max(a, b) }

// A state wraps a sparse environment, as a checker's does.
type state[V any, D environment.Values[int, V]] struct {
	environment.Sparse[int, V, D]
}

func (s *state[V, D]) Clone() *state[V, D] { return &state[V, D]{s.Sparse.Clone()} }

func (s *state[V, D]) CloneInto(spare *state[V, D]) *state[V, D] {
	s.Sparse.CloneInto(&spare.Sparse)
	return spare
}

func (s *state[V, D]) Merge(o *state[V, D]) (*state[V, D], bool) { return s, s.Sparse.Merge(&o.Sparse) }
func (s *state[V, D]) Leq(o *state[V, D]) bool                   { return s.Sparse.Leq(&o.Sparse) }
func (s *state[V, D]) Equal(o *state[V, D]) bool                 { return s.Sparse.Equal(&o.Sparse) }

func sparses[V any, D environment.Values[int, V]](values *rapid.Generator[V]) *rapid.Generator[*state[V, D]] {
	return rapid.Custom(func(t *rapid.T) *state[V, D] {
		s := &state[V, D]{}
		for range rapid.IntRange(0, vars).Draw(t, "stored") {
			s.Set(rapid.IntRange(0, vars-1).Draw(t, "key"), values.Draw(t, "value"))
		}
		return s
	})
}

// small are spans of few values, so that chains are short.
var small = rapid.Map(rapid.IntRange(0, 3), func(n int) span {
	return []span{{}, of(0, 0), of(1, 1), of(0, 1)}[n]
})

func TestSparseLaws(t *testing.T) {
	t.Run("bottom", func(t *testing.T) { sparseLaws[span, below](t, small) })
	t.Run("top", func(t *testing.T) { sparseLaws[span, above](t, small) })
	t.Run("between", func(t *testing.T) { sparseLaws[int, within](t, rapid.IntRange(0, 2)) })
}

func sparseLaws[V any, D environment.Values[int, V]](t *testing.T, values *rapid.Generator[V]) {
	latticetest.StateSuite[*state[V, D]]{
		States: sparses[V, D](values),
		Transfers: []func(*state[V, D]) *state[V, D]{
			func(s *state[V, D]) *state[V, D] { s.Set(0, s.Get(1)); return s },
			func(s *state[V, D]) *state[V, D] { s.Forget(1, 3); return s },
			func(s *state[V, D]) *state[V, D] {
				s.Drop(func(k int, _ V) bool { return k%2 == 0 })
				return s
			},
		},
	}.Check(t)
}

// A sparse environment is a map with a value for the rest.
func TestSparseIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := sparses[int, within](rapid.IntRange(0, 2)).Draw(t, "a"), sparses[int, within](rapid.IntRange(0, 2)).Draw(t,
			"b")
		var keys []int
		for k, v := range a.All() {
			require.NotEqual(t, 1, v, "the rest is not stored")
			keys = append(keys, k)
		}
		require.True(t, slices.IsSorted(keys))
		require.Len(t, keys, a.Len())
		seen := map[int]bool{}
		require.True(t, a.Both(&b.Sparse, func(k, x, y int) bool {
			seen[k] = true
			require.Equal(t, []int{a.Get(k), b.Get(k)}, []int{x, y})
			return true
		}))
		merged, _ := a.Clone().Merge(b)
		for k := range vars {
			require.Equal(t, max(a.Get(k), b.Get(k)), merged.Get(k))
			require.Equal(t, seen[k], a.Get(k) != 1 || b.Get(k) != 1)
		}
		a.Update(func(k, v int) int { return 3 * k })
		i, found := a.Find(2)
		for k, v := range a.From(i) {
			require.True(t, k >= 2 && v == 3*k)
			require.True(t, k > 2 || found)
		}
	})
}

func TestSparseAllocatesNothing(t *testing.T) {
	a, b := &state[span, below]{}, &state[span, below]{}
	for k := range 20 {
		a.Set(k, of(0, int64(k)))
		b.Set(k, of(-1, 5))
	}
	spare := a.Clone()
	for name, f := range map[string]func(){
		"merge":      func() { a.CloneInto(spare).Merge(b) },
		"leq, equal": func() { a.Leq(b); a.Equal(b) },
		"get, set":   func() { spare.Set(3, b.Get(4)) },
	} {
		require.Zero(t, testing.AllocsPerRun(50, f), name)
	}
}

var _ lattice.Mergeable[*state[int, within]] = (*state[int, within])(nil)
