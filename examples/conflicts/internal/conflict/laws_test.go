package conflict

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// same is a relation of locks that may be one: not a transitive one.
func same(a, b envs.Lock) bool { return a-b <= 1 && b-a <= 1 }

var (
	drawnLocks = rapid.Custom(func(t *rapid.T) (r locks) {
		if rapid.IntRange(0, 9).Draw(t, "unmoved") == 0 {
			r[0] = unmoved
		}
		for _, l := range rapid.SliceOfN(rapid.Int32Range(1, 6), 0, 3).Draw(t, "locks") {
			r, _ = r.with(envs.Lock(l))
		}
		return r
	})
	drawnRivals = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Rival {
		return Rival{envs.At(1, rapid.Int32Range(0, 9).Draw(t, "rival")), drawnLocks.Draw(t, "apart")}
	}), 1, 2)
	drawnChances = rapid.Custom(func(t *rapid.T) Chances { return play(t, rapid.IntRange(0, 4).Draw(t, "depth")) })
)

// play draws what a frame does, and its chances.
func play(t *rapid.T, depth int) (c Chances) {
	for range rapid.IntRange(0, 5).Draw(t, "operations") {
		at := envs.At(0, rapid.Int32Range(0, 9).Draw(t, "at"))
		switch rapid.IntRange(0, 4).Draw(t, "operation") {
		case 0, 1:
			c = c.Leave(at, Holding{drawnLocks.Draw(t, "held")}, drawnRivals.Draw(t, "others"))
		case 2:
			c, _ = c.Come(at, drawnRivals.Draw(t, "others"), same)
		case 3:
			c = c.Touch(envs.Lock(rapid.Int32Range(0, 6).Draw(t, "lock")), same)
		case 4:
			if depth > 0 {
				c, _ = c.Call(play(t, depth-1), same)
			}
		}
	}
	return c
}

func TestChancesLaws(t *testing.T) { latticetest.CheckState(t, drawnChances) }

// What may come about on a path may come about on each that is joined with it: all that is done to chances is monotone.
func TestChancesAreMonotone(t *testing.T) {
	closed := 0
	rapid.Check(t, func(t *rapid.T) {
		a := drawnChances.Draw(t, "a")
		b, _ := a.Merge(drawnChances.Draw(t, "b"))
		at, others, callee := envs.At(0, 3), drawnRivals.Draw(t, "others"), drawnChances.Draw(t, "callee")
		held, l := Holding{drawnLocks.Draw(t, "held")}, envs.Lock(rapid.Int32Range(0, 6).Draw(t, "lock"))
		for i, f := range []func(Chances) (Chances, Chance){
			func(c Chances) (Chances, Chance) { return c.Leave(at, held, others), Chance{} },
			func(c Chances) (Chances, Chance) { return c.Come(at, others, same) },
			func(c Chances) (Chances, Chance) { return c.Touch(l, same), Chance{} },
			func(c Chances) (Chances, Chance) { return c.Call(callee, same) },
			func(c Chances) (Chances, Chance) { return callee.Call(c, same) },
		} {
			x, found := f(a)
			y, more := f(b)
			require.True(t, found.IsZero() || !more.IsZero(), "function %d", i)
			require.True(t, x.closed.IsZero() || !y.closed.IsZero(), "function %d", i)
			x.closed = y.closed // which one is told of does not matter
			for _, l := range x.leaves {
				require.True(t, slices.ContainsFunc(y.leaves, func(m leave) bool { return m.covers(&l) }))
			}
			x.leaves = nil
			for _, l := range x.comes {
				require.True(t, slices.ContainsFunc(y.comes, func(m come) bool { return m.covers(&l) }))
			}
			x.comes = nil
			_, grew := y.Merge(x)
			require.False(t, grew, "function %d: %s\n%s", i, fmt.Sprint(x), fmt.Sprint(y))
			if !found.IsZero() {
				closed++
			}
		}
	})
	require.Positive(t, closed)
}

// Equal reports whether both have the same, in whatever order it came.
func (d deeds) Equal(o deeds) bool {
	return len(d) == len(o) && !slices.ContainsFunc(d, func(x deed) bool { return !slices.Contains(o, x) })
}

// What other threads do is known of a variable, and may be told again by each pass.
func TestDeedsLaws(t *testing.T) {
	drawn := rapid.Custom(func(t *rapid.T) deed {
		return deed{how{segment: rapid.IntRange(0, 2).Draw(t, "segment"), write: rapid.Bool().Draw(t, "write"),
			shared: rapid.Bool().Draw(t, "shared")},
			envs.At(0, rapid.Int32Range(0, 3).Draw(t, "at"))}
	})
	latticetest.CheckState(t, rapid.Custom(func(t *rapid.T) (d deeds) {
		for _, x := range rapid.SliceOfN(drawn, 0, 4).Draw(t, "deeds") {
			d, _ = d.Merge(deeds{x})
		}
		return d
	}))
}
