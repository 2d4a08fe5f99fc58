package interleaving_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
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
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
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
	t.Logf("atomic %d, not by pairs %d, nor by circles %d; though it is: pairs %d, circles %d", atomic, byPairs, byCircle,
		masked, spurious)
	require.Less(t, 20*masked, byPairs)
	require.Greater(t, byCircle, 100)
	require.Less(t, spurious, byCircle, "half of the circles can happen")
}

// Where only some circles are asked for, it is the first one of all, however many variables behave alike.
func TestSomeCircleIsTheFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	found, none := 0, 0
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 3)), Locks: l}
		events, vars, locks := 4+d.IntN(30), 3+d.IntN(10), d.IntN(3)
		p := make(program, 3+d.IntN(2))
		for n := range p {
			p[n] = append(p[n], d.transaction(events, vars, locks, false))
		}
		weak, loose, part := d.IntN(4) == 0, d.IntN(4) == 0, 1+d.IntN(8)
		for _, ts := range p {
			for _, u := range ts {
				d.vary(u, weak, loose)
			}
		}
		some, all := p.set(l), p.set(l)
		for _, x := range []*interleaving.Set[int, int]{some, all} {
			x.Group = func(of int) int { return of % 3 }
			x.MayPart = func(t *transaction, first, second *event, u *transaction, by *event) bool {
				return x.Beside(t, u) && (first.Of%3+3*(second.Of%3)+9*(by.Of%3))%part == 0
			}
		}
		some.FirstOnly = true
		for _, u := range all.All {
			circles := all.Circles(u)
			found += min(len(circles), 1)
			none += 1 - min(len(circles), 1)
			require.Equal(t, circles[:min(len(circles), 1)], some.Circles(u), "seed %d", seed)
		}
	}
	require.Greater(t, found, 1000)
	require.Greater(t, none, 1000)
}

// vary has a transaction forget some of the locks that it holds, as where variables know them by
// different names, and what it knows of the order.
func (d *drawer) vary(t *transaction, weak, loose bool) {
	for i := range t.Events {
		if d.IntN(4) == 0 {
			t.Events[i].Held = d.Empty()
		}
	}
	if t.Weak = weak; loose {
		t.Loose, t.Steps = true, interleaving.Unordered(t.Steps)
		for i := range t.Events {
			e := &t.Events[i]
			e.First, e.Final = e.Op == interleaving.Read, e.Op == interleaving.Write
		}
	}
	t.Mark()
}

// Of many variables two make a circle, which differ from others in one thing only, or come before or after them.
func TestSomeCircleIsOfAny(t *testing.T) {
	const read, write = interleaving.Read, interleaving.Write
	const closed = 1 // see oneAfter
	l := locks(t)
	none, one := l.Empty(), l.Acquire(l.Empty(), 1, 0)
	two := l.Acquire(one, 2, 0)
	r := func(v int64) event { return event{Var: v, Op: read, Held: none} }
	w := func(v int64) event { return event{Var: v, Op: write, Held: none} }
	under := func(e event, held lockset.Must[int]) event { e.Held = held; return e }
	when := func(e event, n int32) event { e.When = n; return e }
	of := func(e event, group int) event { e.Of = group; return e }
	// One thread executes before and then after. So what is split has an event that conflicts with one of before, and then
	// one that conflicts with one of after.
	for name, c := range map[string]struct {
		split, before, after, other []event
		steps                       []interleaving.Step[int]
		weak                        bool
	}{
		"other transactions": {
			split:  []event{w(1), w(2), w(3), w(4)},
			before: []event{r(2)}, after: []event{r(4)}, other: []event{r(1), r(3)},
		},
		"the first behaviour": {
			split:  []event{w(1), w(2), w(3), w(4)},
			before: []event{r(1)}, after: []event{r(4)}, other: []event{r(2), r(3)},
		},
		"the first": {
			split:  []event{w(1), w(9), w(2), w(3)},
			before: []event{r(1), r(2), r(3)}, after: []event{r(9)},
		},
		"the last": {
			split:  []event{w(1), w(2), w(9), w(3)},
			before: []event{r(9)}, after: []event{r(1), r(2), r(3)},
		},
		"the first by its second event": {
			split:  []event{r(1), r(2), r(3), w(2), w(9), w(1), w(3)},
			before: []event{r(1), r(2), r(3)}, after: []event{r(9)},
		},
		"the last by its second event": {
			split:  []event{r(1), r(2), r(3), w(1), w(3), w(9), w(2)},
			before: []event{r(9)}, after: []event{r(1), r(2), r(3)},
		},
		"the first by its first event": {
			split:  []event{r(2), r(9), r(1), r(3), w(1), w(2), w(3)},
			before: []event{w(1), w(2), w(3)}, after: []event{w(9)},
		},
		"the last by its first event": {
			split:  []event{r(1), r(3), r(9), r(2), w(1), w(2), w(3)},
			before: []event{w(9)}, after: []event{w(1), w(2), w(3)},
		},
		"an operation": {
			split:  []event{w(1), r(2), w(3), w(9), r(1), w(2), r(3)},
			before: []event{r(9)}, after: []event{r(1), r(2), r(3)}, weak: true,
		},
		"an operation that conflicts": {
			split:  []event{r(1), r(2), r(3), w(9), w(1), w(2), w(3)},
			before: []event{r(1), w(2), r(3)}, after: []event{r(9)},
		},
		"a group": {
			split:  []event{w(9), of(w(1), closed), w(2), of(w(3), closed)},
			before: []event{r(9)}, after: []event{r(1), r(2), r(3)},
		},
		"the group of what conflicts": {
			split:  []event{w(9), w(1), w(2), w(3)},
			before: []event{r(9)}, after: []event{of(r(1), closed), r(2), of(r(3), closed)},
		},
		"the locks held": {
			split:  []event{w(9), under(w(1), one), w(2), under(w(3), one)},
			before: []event{r(9)}, after: []event{under(r(1), one), under(r(2), one), under(r(3), one)},
		},
		"the locks held by what conflicts": {
			split:  []event{under(w(9), one), under(w(1), one), under(w(2), one), under(w(3), one)},
			before: []event{r(9)}, after: []event{under(r(1), one), r(2), under(r(3), one)},
		},
		// At its event, the second variable does not know lock 2 by a name.
		"the steps before": {
			split: []event{under(w(1), one), when(under(w(2), one), 1), when(w(9), 2), when(under(w(3), one), 3)},
			steps: []interleaving.Step[int]{{Lock: 2, Taken: true, Surely: true}, {Lock: 1},
				{Lock: 1, Taken: true, Surely: true}},
			before: []event{r(1), r(2), r(3)}, after: []event{under(r(9), two)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			all := []*transaction{{Events: c.split, Steps: c.steps, Weak: c.weak}, {Events: c.before}, {Events: c.after},
				{Events: c.other}}
			for _, u := range all {
				u.Mark()
			}
			circles := oneAfter(l, all, false).Circles(all[0])
			require.NotEmpty(t, circles)
			require.Equal(t, circles[:1], oneAfter(l, all, true).Circles(all[0]))
		})
	}
}

// Likewise of many variables of which few behave differently, in any order.
func TestSomeCircleOfFewBehaviours(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	found, none := 0, 0
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 4)), Locks: l}
		held := []lockset.Must[int]{l.Empty(), l.Acquire(l.Empty(), 1, 0)}
		all := []*transaction{{}, {}, {}, {}}
		all[0].Loose = d.IntN(8) == 0
		all[0].Weak = !all[0].Loose && d.IntN(2) == 0
		shape := func() (of [4][]event) { // what each transaction does with a variable
			for n := range of {
				for range d.IntN(3) {
					of[n] = append(of[n], event{Op: interleaving.Op(d.IntN(2)), Held: held[d.IntN(4)/3], Of: d.IntN(5) / 4})
				}
			}
			return of
		}
		shapes := [][4][]event{shape(), shape(), shape()}
		var todo [][]event
		for v := range int64(3 + d.IntN(8)) {
			for n, events := range shapes[d.IntN(d.IntN(len(shapes))+1)] {
				var mine []event
				for _, e := range events {
					e.Var = v
					mine = append(mine, e)
				}
				if n == 0 {
					todo = append(todo, mine)
				} else {
					all[n].Events = append(all[n].Events, mine...)
				}
			}
		}
		for len(todo) > 0 {
			i := d.IntN(len(todo))
			if len(todo[i]) == 0 {
				todo = append(todo[:i], todo[i+1:]...)
				continue
			}
			all[0].Events, todo[i] = append(all[0].Events, todo[i][0]), todo[i][1:]
		}
		for i := range all[0].Events {
			e := &all[0].Events[i]
			e.First, e.Final = e.Op == interleaving.Read, e.Op == interleaving.Write
		}
		for _, u := range all {
			u.Mark()
		}
		circles := oneAfter(l, all, false).Circles(all[0])
		require.Equal(t, circles[:min(len(circles), 1)], oneAfter(l, all, true).Circles(all[0]), "seed %d", seed)
		found += min(len(circles), 1)
		none += 1 - min(len(circles), 1)
	}
	require.Greater(t, found, 1000)
	require.Greater(t, none, 1000)
}

// oneAfter is some transactions, of which one thread executes the second one and then the third
// one. Events of group 0 may come between others of it, and no others.
func oneAfter(l interleaving.Locks[int], all []*transaction, firstOnly bool) *interleaving.Set[int, int] {
	return &interleaving.Set[int, int]{
		Locks: l, All: all, FirstOnly: firstOnly,
		Beside: func(t, u *transaction) bool { return t != u },
		Follow: func(t, u *transaction) bool { return t == all[1] && u == all[2] },
		MayPart: func(t *transaction, first, second *event, u *transaction, by *event) bool {
			return t != u && first.Of == 0 && second.Of == 0 && by.Of == 0
		},
		Group: func(group int) int { return group },
	}
}
