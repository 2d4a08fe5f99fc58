package interleaving_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
)

// set is all of a program.
func (p program) set(l interleaving.Locks[int]) *interleaving.Set[int, int] {
	type at struct{ thread, index int }
	where := map[*transaction]at{}
	x := &interleaving.Set[int, int]{
		Locks:  l,
		Beside: func(t, u *transaction) bool { return where[t].thread != where[u].thread },
		Follow: func(t, u *transaction) bool {
			return where[t].thread == where[u].thread && where[t].index < where[u].index
		},
		MayPart: func(t *transaction, _, _ *event, u *transaction, _ *event) bool {
			return where[t].thread != where[u].thread
		},
	}
	for i, ts := range p {
		for j, t := range ts {
			where[t] = at{i, j}
			x.All = append(x.All, t)
		}
	}
	return x
}

// circles are those by which one of the transactions is split.
func (p program) circles(l interleaving.Locks[int], t *transaction) []interleaving.Split[int, int] {
	return p.set(l).Circles(t)
}

// splits are those that are found in a program: by pairs, and by circles.
func (p program) splits(l interleaving.Locks[int]) (pairs, circles []interleaving.Split[int, int]) {
	for i, ts := range p {
		for _, t := range ts {
			for _, us := range p[:i] {
				for _, u := range us {
					one, other := (&interleaving.Pair[int, int]{Locks: l, One: t, Other: u}).Splits()
					pairs = append(append(pairs, one...), other...)
				}
			}
		}
	}
	x := p.set(l)
	for _, t := range x.All {
		circles = append(circles, x.Circles(t)...)
	}
	return pairs, circles
}

// Several transactions, one or more of each thread: whatever trace cannot be serialised is found. What is
// found although all can be is counted.
func TestCirclesAreSound(t *testing.T) {
	l := locks(t)
	var atomic, byPairs, byCircle, masked, spurious int
	for seed := range uint64(40000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 2)), Locks: l}
		threads, vars, locks := 2+d.IntN(2), 2+d.IntN(3), d.IntN(3)
		p := make(program, threads)
		for n := range threads + d.IntN(2) {
			i := n % threads
			p[i] = append(p[i], d.transaction(4, vars, locks, false))
		}
		pairs, circles := p.splits(l)
		if len(pairs) > 0 && seed%10 > 0 {
			continue
		}
		is, _ := p.atomic()
		switch {
		case len(pairs) > 0 && is:
			masked++
		case len(pairs) > 0:
			byPairs++
		case !is:
			require.NotEmpty(t, circles, "seed %d\n%s", seed, p)
			byCircle++
		case len(circles) > 0:
			spurious++
		default:
			atomic++
		}
	}
	t.Logf("atomic %d, not by pairs %d, nor by circles %d; though it is: pairs %d, circles %d", atomic, byPairs, byCircle, masked, spurious)
	require.Less(t, 20*masked, byPairs)
	require.Greater(t, byCircle, 100)
	require.Less(t, spurious, byCircle, "half of the circles can happen")
}

// Where only some circles are asked for, it is the first one of all, however many variables behave alike.
func TestSomeCircleIsTheFirst(t *testing.T) {
	l := locks(t)
	found := 0
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 3)), Locks: l}
		events, vars, locks := 4+d.IntN(30), 3+d.IntN(10), d.IntN(3)
		p := make(program, 3+d.IntN(2))
		for n := range p {
			p[n] = append(p[n], d.transaction(events, vars, locks, false))
		}
		some, all := p.set(l), p.set(l)
		some.Some = true
		for _, u := range all.All {
			circles := all.Circles(u)
			found += min(len(circles), 1)
			require.Equal(t, circles[:min(len(circles), 1)], some.Circles(u), "seed %d", seed)
		}
	}
	require.Greater(t, found, 1000)
}
