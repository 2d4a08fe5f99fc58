package interleaving_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
)

// Where locks are given back in any order, nothing is missed, and little is found that cannot happen. The locks of a
// thread may let it be where it cannot get to.
func TestCrossedLocksAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	var spurious, found int
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 3)), Locks: l}
		vars := 1 + d.IntN(3)
		p := program{{d.transaction(10, vars, 3, true)}, {d.transaction(10, vars, 3, true)}}
		atomic, _ := p.atomic()
		one, other := (&interleaving.Pair[int, int]{Locks: l, One: p[0][0], Other: p[1][0]}).Splits()
		switch n := len(one) + len(other); {
		case !atomic:
			require.Positive(t, n, "seed %d\n%s", seed, p)
			found++
		case n > 0:
			spurious++
		}
	}
	t.Logf("found %d, %d more that cannot happen", found, spurious)
	require.Less(t, 100*spurious, found)
}

// loosened is a transaction of which the order is not known.
func loosened(t *transaction) *transaction {
	r := *t
	r.Loose, r.Steps = true, interleaving.Unordered(t.Steps)
	return &r
}

// What is found of transactions is found of them without their order, too.
func TestLooseIsSound(t *testing.T) {
	l := locks(t)
	for seed := range uint64(5000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 4)), Locks: l}
		vars, locks := 1+d.IntN(3), d.IntN(4)
		a, b := d.transaction(9, vars, locks, true), d.transaction(9, vars, locks, true)
		one, other := (&interleaving.Pair[int, int]{Locks: l, One: a, Other: b}).Splits()
		looseOne, looseOther := (&interleaving.Pair[int, int]{Locks: l, One: loosened(a), Other: b}).Splits()
		allOne, allOther := (&interleaving.Pair[int, int]{Locks: l, One: loosened(a), Other: loosened(b)}).Splits()
		for _, c := range []struct {
			exact, loose []interleaving.Split[int, int]
		}{
			{one, looseOne}, {one, allOne}, {other, looseOther}, {other, allOther},
		} {
			for _, s := range c.exact {
				require.True(t, slices.ContainsFunc(c.loose, func(l interleaving.Split[int, int]) bool {
					return l.Pattern == s.Pattern && l.First.Var == s.First.Var && l.Second.Var == s.Second.Var
				}), "seed %d\n%s", seed, program{{a}, {b}})
			}
		}
	}
}

// reading is a transaction that reads a variable before it writes it.
func reading(t *transaction) *transaction {
	r := &transaction{Steps: t.Steps}
	known := map[int64]bool{}
	for _, e := range t.Events {
		if e.Op == interleaving.Write && !known[e.Var] {
			first := e
			first.Op = interleaving.Read
			r.Events = append(r.Events, first)
		}
		known[e.Var] = true
		r.Events = append(r.Events, e)
	}
	r.Mark()
	return r
}

// weakened is a transaction of which two variables each are one.
func weakened(t *transaction, loosely bool) *transaction {
	r := &transaction{Steps: t.Steps, Loose: loosely, Weak: true}
	if loosely {
		r.Steps = interleaving.Unordered(t.Steps)
	}
	for _, e := range t.Events {
		e.Var /= 2
		e.First, e.Final = e.Op == interleaving.Read, e.Op == interleaving.Write
		r.Events = append(r.Events, e)
	}
	r.Mark()
	return r
}

// Whoever is split is found to be by names of variables that stand for two each, where nothing is
// written that is not read before.
func TestWeakIsSound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	for _, loosely := range []bool{false, true} {
		split, atomic := 0, 0
		for seed := range uint64(10000) {
			d := &drawer{Rand: rand.New(rand.NewPCG(seed, 7)), Locks: l}
			locks := d.IntN(4)
			a, b := reading(d.transaction(9, 4, locks, true)), reading(d.transaction(9, 4, locks, true))
			one, other := (&interleaving.Pair[int, int]{Locks: l, One: a, Other: b}).Splits()
			weakOne, weakOther := (&interleaving.Pair[int, int]{Locks: l, One: weakened(a, loosely),
				Other: weakened(b, loosely)}).Splits()
			for _, c := range []struct {
				exact, weak []interleaving.Split[int, int]
			}{{one, weakOne}, {other, weakOther}} {
				if len(c.exact) > 0 {
					split++
					require.NotEmpty(t, c.weak, "seed %d\n%s", seed, program{{a}, {b}})
				} else if len(c.weak) == 0 {
					atomic++
				}
			}
		}
		t.Log(split, atomic)
		require.Greater(t, split, 1000)
		require.Greater(t, atomic, 1000)
	}
}
