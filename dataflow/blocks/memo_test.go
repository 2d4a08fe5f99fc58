package blocks

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/envs"
)

// What is found is what was kept last for the key, whatever else has its number.
func TestRecent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r recent[int, int]
		model := map[int]int{}
		hits := 0
		for i := range 200 {
			k := rapid.IntRange(0, 11).Draw(t, "key")
			v, ok := r.find(uint32(k%2), k) // six keys for the four places of a set
			if ok {
				hits++
				require.Equal(t, model[k], *v)
			} else {
				require.Zero(t, *v)
			}
			*v, model[k] = i, i
		}
		require.Positive(t, hits)
	})
}

// Whoever does the same under the same locks comes to the same Ways, and to others otherwise.
func TestSteps(t *testing.T) {
	var c Follower[int]
	lock := func(l envs.Lock, read bool) *locked { return c.stack(nil, &envs.HeldLock{Lock: l, Read: read}) }
	require.Same(t, lock(1, false), lock(1, false))
	require.NotSame(t, lock(1, false), lock(1, true))
	require.NotSame(t, c.stack(lock(2, false), &envs.HeldLock{Lock: 1}), lock(1, false))

	computed := 0
	step := func(from Ways, fact int) Ways {
		return c.step(did{from: from, fact: c.of(fact), under: lock(1, false)}, func() Ways {
			computed++
			return from.with(c.Item(fact, 1))
		})
	}
	w := step(step(begin(false), 1), 2)
	require.True(t, w == step(step(begin(false), 1), 2))
	require.Equal(t, 2, computed)
	require.True(t, w.equal(step(step(begin(false), 2), 1)))
	c.Remove(1) // the fact is another one from now on
	require.False(t, w.equal(step(step(begin(false), 1), 2)))
}

// equal reports whether both are the same.
func (w Ways) equal(o Ways) bool {
	return w == o || domain.Equal(w.views, o.views) && w.all.Equal(o.all)
}
