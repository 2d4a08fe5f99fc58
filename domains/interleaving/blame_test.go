package interleaving_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// reducible reports whether t is of the form that theorem 3 of the report asks for. There an access of a variable that
// locks protect moves in both directions. A lock that no other thread takes counts for nothing.
func reducible(l interleaving.Locks[int], t *transaction, others ...*transaction) bool {
	all := append(others, t)
	taken := func(lock int) bool {
		return slices.ContainsFunc(others, func(o *transaction) bool {
			return slices.ContainsFunc(o.Steps, func(s interleaving.Step[int]) bool { return s.Lock == lock })
		})
	}
	type move struct {
		lock  int // 0 of an access
		taken bool
		both  bool // an access that moves in both directions
	}
	var moves []move
	for _, a := range actions(t) {
		if a.step != nil {
			if taken(a.step.Lock) {
				moves = append(moves, move{lock: 1 + a.step.Lock, taken: a.step.Taken})
			}
		} else if told, exposed := exposed(l, a.event.Var, all); told {
			moves = append(moves, move{both: !exposed})
		}
		// A block in which nothing happens that others can tell.
		if n := len(moves); n > 1 && moves[n-1].lock != 0 && moves[n-1].lock == moves[n-2].lock && moves[n-2].taken {
			moves = moves[:n-2]
		}
	}
	over := false
	for _, m := range moves {
		switch {
		case m.both:
		case m.lock != 0 && !m.taken:
			over = true
		case over:
			return false
		case m.lock == 0:
			over = true
		}
	}
	return true
}

// exposed reports whether anybody can tell how a variable is accessed: it is shared and written. It
// also reports whether locks do not protect it. Locks protect it if some are held at all writes,
// and each read has one of these.
func exposed(l interleaving.Locks[int], v int64, all []*transaction) (told, exposed bool) {
	accessed, written := 0, false
	writes := map[int]int{} // by lock
	var reads []lockset.Must[int]
	n := 0
	for _, t := range all {
		before := n + len(reads)
		for _, e := range t.Events {
			switch {
			case e.Var != v:
			case e.Op == interleaving.Read:
				reads = append(reads, e.Held)
			default:
				written = true
				n++
				for k := range e.Held.All() {
					if k.Write > 0 {
						writes[k.Key]++
					}
				}
			}
		}
		if n+len(reads) > before {
			accessed++
		}
	}
	if accessed < 2 || !written {
		return false, false
	}
	protected := false
	for _, k := range writes {
		protected = protected || k == n
	}
	return true, !protected || slices.ContainsFunc(reads, func(s lockset.Must[int]) bool {
		for k := range s.All() {
			if writes[k.Key] == n {
				return false
			}
		}
		return true
	})
}

// chain draws a transaction that accesses a variable under the lock of its own each time. It gives that back before it
// takes the next one, or afterwards, or at its end. The locks are taken in any order.
func (d *drawer) chain(locks int) *transaction {
	t := &transaction{}
	held := d.Empty()
	change := func(lock int, taken bool) {
		t.Steps = append(t.Steps, interleaving.Step[int]{Lock: lock, Taken: taken, Surely: taken})
		if held = d.Clear(held, lock); taken {
			held = d.Acquire(held, lock, lockset.Write)
		}
	}
	has := func(lock int) bool { return held != d.Clear(held, lock) }
	last := -1
	for range 1 + d.IntN(3) {
		lock, early := d.IntN(locks), d.IntN(2) == 0
		if last >= 0 && early && has(last) {
			change(last, false)
		}
		if !has(lock) {
			change(lock, true)
		}
		if last >= 0 && last != lock && has(last) && d.IntN(2) == 0 {
			change(last, false)
		}
		v := lock
		if d.IntN(8) == 0 {
			v = d.IntN(locks)
		}
		t.Events = append(t.Events, event{Var: int64(v), Op: interleaving.Op(d.IntN(2)), Held: held,
			When: int32(len(t.Steps))})
		last = lock
	}
	for lock := range locks {
		if has(lock) {
			change(lock, false)
		}
	}
	t.Mark()
	return t
}

// Whoever is split gives a lock back and takes another one, or does without: it is not of the form that reduction asks
// for. Nor is it if locks are given back in any order.
func TestBlame(t *testing.T) {
	l := locks(t)
	split, reduced := 0, 0
	for seed := range uint64(30000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 5)), Locks: l}
		vars, locks := 1+d.IntN(3), 1+d.IntN(3)
		a, b := d.transaction(9, vars, locks, false), d.transaction(9, vars, locks, false)
		if seed%2 == 0 {
			a, b = d.chain(locks), d.chain(locks)
		}
		one, other := (&interleaving.Pair[int, int]{Locks: l, One: a, Other: b}).Splits()
		for _, c := range []struct {
			of, by *transaction
			found  []interleaving.Split[int, int]
		}{{a, b, one}, {b, a, other}} {
			is := reducible(l, c.of, c.by)
			if len(c.found) > 0 {
				split++
				require.False(t, is, "seed %d\n%v%v", seed, program{{c.of}, {c.by}}, c.found)
			}
			if is {
				reduced++
			}
		}
	}
	t.Log(split, reduced)
	require.Greater(t, split, 5000)
	require.Greater(t, reduced, 5000)
}

// The same holds of circles.
func TestBlameOfCircles(t *testing.T) {
	l := locks(t)
	split := 0
	for seed := range uint64(10000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 6)), Locks: l}
		locks := 2 + d.IntN(2)
		var p program
		for i := range 3 {
			if p = append(p, []*transaction{d.chain(locks)}); seed%2 == 0 {
				p[i][0] = d.transaction(6, 3, locks, false)
			}
		}
		for i, ts := range p {
			others := slices.Concat(p[:i], p[i+1:])
			if reducible(l, ts[0], others[0][0], others[1][0]) {
				require.Empty(t, p.circles(l, ts[0]), "seed %d, %d\n%s", seed, i, p)
			} else if len(p.circles(l, ts[0])) > 0 {
				split++
			}
		}
	}
	t.Log(split)
	require.Greater(t, split, 500)
}
