package interleaving_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// what is that of a split which counts if variables do not: the pattern and the groups, in no order.
type what struct {
	interleaving.Pattern
	between, by [2]int
}

// firsts are the first splits of what counts.
func firsts(splits []interleaving.Split[int, int], group func(int) int) (list []interleaving.Split[int, int]) {
	groups := func(a, b *event) [2]int {
		return [2]int{min(group(a.Of), group(b.Of)), max(group(a.Of), group(b.Of))}
	}
	known := map[what]bool{}
	for _, s := range splits {
		w := what{s.Pattern, groups(s.First, s.Second), groups(s.By[0], s.By[len(s.By)-1])}
		if !known[w] {
			known[w] = true
			list = append(list, s)
		}
	}
	return list
}

// Where variables do not count, the first splits are those that are first if they do. That is so, too, where different
// locks are held between the same steps.
func TestSomeAreTheFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	fewer, none := 0, 0
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 11)), Locks: l}
		vars, locks, groups := 2+d.IntN(8), d.IntN(3), 1+d.IntN(3)
		draw := func() *transaction {
			u := d.transaction(24, vars, locks, seed%3 == 0)
			if seed%2 == 0 {
				for i := range u.Events {
					if e := &u.Events[i]; d.IntN(4) == 0 {
						e.Held = l.Acquire(e.Held, 9, lockset.Write)
					}
				}
			}
			switch d.IntN(6) {
			case 0:
				return loosened(u)
			case 1:
				return weakened(u, false)
			}
			return u
		}
		x := interleaving.Pair[int, int]{Locks: l, One: draw(), Other: draw(),
			Group: func(of int) int { return of / 8 % groups }}
		one, other := x.Splits()
		x.FirstOnly = true
		someOne, someOther := x.Splits()
		require.Equal(t, firsts(one, x.Group), firsts(someOne, x.Group), "seed %d\n%s", seed, program{{x.One}, {x.Other}})
		require.Equal(t, firsts(other, x.Group), firsts(someOther, x.Group), "seed %d\n%s", seed, program{{x.One}, {x.Other}})
		if len(someOne) < len(one) {
			fewer++
		}
		if len(one)+len(other) == 0 {
			none++
		}
	}
	require.Greater(t, fewer, 2000)
	require.Greater(t, none, 500)
}
