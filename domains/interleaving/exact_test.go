package interleaving_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
)

func locks(t testing.TB) interleaving.Locks[int] {
	table, err := lockset.NewTable(lockset.Options[int]{})
	require.NoError(t, err)
	return interleaving.Locks[int]{MustDomain: table.Must()}
}

// A drawer draws transactions.
type drawer struct {
	*rand.Rand
	interleaving.Locks[int]
	events int
}

type held struct {
	lock int
	side lockset.Side
}

// transaction draws one of at most size actions. Its locks are nested and taken in ascending order, so that they cannot
// deadlock. If loosely is true, they are given back in any order.
func (d *drawer) transaction(size, vars, locks int, loosely bool) *transaction {
	t := &transaction{}
	var stack []held
	set := func() lockset.Must[int] {
		s := d.Empty()
		for _, h := range stack {
			s = d.Acquire(s, h.lock, h.side)
		}
		return s
	}
	release := func(i int) {
		t.Steps = append(t.Steps, interleaving.Step[int]{Lock: stack[i].lock, Side: stack[i].side})
		stack = append(stack[:i:i], stack[i+1:]...)
	}
	for range 1 + d.IntN(size) {
		switch n := len(stack); d.IntN(4) {
		case 0:
			next := 0
			for _, h := range stack {
				next = max(next, h.lock+1)
			}
			if next < locks {
				h := held{next + d.IntN(locks-next), lockset.Side(d.IntN(4) / 3)}
				stack = append(stack, h)
				t.Steps = append(t.Steps, interleaving.Step[int]{Lock: h.lock, Side: h.side, Taken: true, Surely: true})
			}
		case 1:
			if n > 0 {
				i := n - 1
				if loosely {
					i = d.IntN(n)
				}
				release(i)
			}
		default:
			d.events++
			t.Events = append(t.Events, event{
				Var: int64(d.IntN(vars)), Op: interleaving.Op(d.IntN(2)), Held: set(), When: int32(len(t.Steps)), Of: d.events,
			})
		}
	}
	for len(stack) > 0 {
		release(len(stack) - 1)
	}
	t.Mark()
	return t
}

func (p program) String() string {
	var b strings.Builder
	for i, ts := range p {
		for _, t := range ts {
			fmt.Fprintf(&b, "%d:", i)
			for _, a := range actions(t) {
				switch {
				case a.event != nil:
					fmt.Fprintf(&b, " %s%c", a.event.Op, 'x'+rune(a.event.Var))
				case a.step.Taken:
					fmt.Fprintf(&b, " acq%d%s", a.step.Lock, map[lockset.Side]string{lockset.Read: "r"}[a.step.Side])
				default:
					fmt.Fprintf(&b, " rel%d", a.step.Lock)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Theorem 5: two transactions are atomic exactly if their blocks are, and their 2-blocks.
func TestPairsAreExact(t *testing.T) {
	if testing.Short() {
		t.Skip("draws programs or values by the hundred")
	}
	l := locks(t)
	count := map[bool]int{}
	for seed := range uint64(20000) {
		d := &drawer{Rand: rand.New(rand.NewPCG(seed, 1)), Locks: l}
		vars, locks := 1+d.IntN(3), d.IntN(4)
		p := program{{d.transaction(9, vars, locks, false)}, {d.transaction(9, vars, locks, false)}}
		atomic, ends := p.atomic()
		require.True(t, ends || !atomic, "%s", p)
		x := &interleaving.Pair[int, int]{Locks: l, One: p[0][0], Other: p[1][0]}
		one, other := x.Splits()
		require.Equal(t, atomic, len(one)+len(other) == 0, "seed %d\n%s%v %v", seed, p, one, other)
		count[atomic]++
	}
	t.Log(count)
	require.Greater(t, count[true], 2000)
	require.Greater(t, count[false], 2000)
}
