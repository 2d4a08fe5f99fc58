package interleaving_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/interleaving"
	"github.com/seed38182bad/parallax/domains/lockset"
)

// of makes a transaction from such words as "+1 Rx -1": take lock 1, read x, give it back.
func of(l interleaving.Locks[int], words ...string) *transaction {
	t := &transaction{}
	held := l.Empty()
	for n, w := range words {
		switch k := int(w[1] - '0'); w[0] {
		case '+':
			held = l.Acquire(held, k, lockset.Write)
			t.Steps = append(t.Steps, interleaving.Step[int]{Lock: k, Taken: true, Surely: true})
		case '-':
			held = l.Clear(held, k)
			t.Steps = append(t.Steps, interleaving.Step[int]{Lock: k})
		default:
			t.Events = append(t.Events, event{
				Var: int64(w[1] - 'x'), Op: map[byte]interleaving.Op{'R': interleaving.Read, 'W': interleaving.Write}[w[0]],
				Held: held, When: int32(len(t.Steps)), Of: n + 1,
			})
		}
	}
	t.Mark()
	return t
}

func pair(l interleaving.Locks[int], one, other *transaction) (ofOne, ofOther []interleaving.Split[int, int]) {
	return (&interleaving.Pair[int, int]{Locks: l, One: one, Other: other}).Splits()
}

// R11: exactly two blocks.
func TestBlocksOfR11(t *testing.T) {
	l := locks(t)
	one, both := l.Of(1), l.Of(1, 2)
	var got []interleaving.Tuple[int]
	for _, b := range interleaving.Blocks(l, of(l, "+1", "Rx", "+2", "Wx", "Rx", "-2", "-1")) {
		got = append(got, b.Tuple(l))
	}
	type set = [2]lockset.Must[int]
	require.Equal(t, []interleaving.Tuple[int]{
		{Ops: [2]interleaving.Op{interleaving.Read, interleaving.Write}, Final: [2]bool{false, true}, Held: set{one, both},
			Between: one},
		{Ops: [2]interleaving.Op{interleaving.Write, interleaving.Read}, Final: [2]bool{true, false}, Held: set{both, both},
			Between: both},
	}, got)
}

// The transaction R1(x) W2(x) W3(x) W4(y), as in section 6.2, has the 2-blocks (R1, W4) and (W3, W4).
func TestTwoBlocksOfTheReport(t *testing.T) {
	l := locks(t)
	var got [][2]int
	for _, b := range interleaving.TwoBlocks(of(l, "Rx", "Wx", "Wx", "Wy")) {
		got = append(got, [2]int{b.First.Of, b.Second.Of})
	}
	require.Equal(t, [][2]int{{1, 4}, {3, 4}}, got)
}

// Each pattern, with what makes it one.
func TestPatterns(t *testing.T) {
	l := locks(t)
	for _, c := range []struct {
		one, other []string
		want       interleaving.Pattern
	}{
		{[]string{"Wx", "Wx"}, []string{"Rx"}, interleaving.ReadBetweenWrites},
		{[]string{"Rx", "Rx"}, []string{"Wx"}, interleaving.WriteBetweenReads},
		{[]string{"Wx", "Rx"}, []string{"Wx"}, interleaving.WriteBeforeRead},
		{[]string{"Rx", "Wx"}, []string{"Wx"}, interleaving.FinalWriteBetween},
		{[]string{"+1", "Wx", "-1", "+1", "Wy", "-1"}, []string{"+1", "Rx", "Ry", "-1"}, interleaving.TwoVariables},
		{[]string{"+1", "Rx", "-1", "+2", "Wy", "-2"}, []string{"+1", "Wx", "+2", "Ry", "-2", "-1"},
			interleaving.TwoVariables},
	} {
		ofOne, ofOther := pair(l, of(l, c.one...), of(l, c.other...))
		require.Len(t, ofOne, 1, "%v %v", c.one, c.other)
		require.Equal(t, c.want, ofOne[0].Pattern)
		require.Empty(t, ofOther, "%v %v", c.one, c.other)

		// Under a lock that both hold all the time they are atomic.
		around := func(words []string) []string { return append(append([]string{"+0"}, words...), "-0") }
		ofOne, ofOther = pair(l, of(l, around(c.one)...), of(l, around(c.other)...))
		require.Empty(t, append(ofOne, ofOther...))
	}
}

// A read after a write of its own is no read between two writes. Either its own write comes between
// these as well, or one of these comes between its own.
func TestOwnRead(t *testing.T) {
	l := locks(t)
	one, other := pair(l, of(l, "+1", "Wx", "-1", "+1", "Wx", "-1"), of(l, "+1", "Wx", "Rx", "-1"))
	require.Empty(t, append(one, other...))
}

// R8: what is read without a lock is not split from the write, since who holds one of the writer's locks
// only reads.
func TestR8(t *testing.T) {
	l := locks(t)
	writer, second, third := of(l, "Rx", "+1", "+2", "Wx", "-2", "-1"), of(l, "+2", "Rx", "-2"), of(l, "+1", "Rx", "-1")
	pairs, circles := program{{writer}, {second}, {third}}.splits(l)
	require.Empty(t, append(pairs, circles...))
}

// R9: each two are atomic, all three are not; the first one is split.
func TestR9(t *testing.T) {
	l := locks(t)
	p := program{{of(l, "Wx", "Wy")}, {of(l, "Rx", "Wz")}, {of(l, "Rz", "Ry")}}
	pairs, circles := p.splits(l)
	require.Empty(t, pairs)
	require.NotEmpty(t, circles)
	require.Equal(t, interleaving.Circle, circles[0].Pattern)
	atomic, _ := p.atomic()
	require.False(t, atomic)
	for i := range p {
		q := append(append(program{}, p[:i]...), p[i+1:]...)
		pairs, circles := q.splits(l)
		require.Empty(t, append(pairs, circles...))
	}
}

// R10: by its locks E might come between E1 and E2, but the only traces in which it would are those that
// end in a deadlock. Who looks for deadlocks finds them; see section 6.1.
func TestR10(t *testing.T) {
	l := locks(t)
	one, other := of(l, "+1", "+2", "-2", "Wx", "-1"), of(l, "+2", "+1", "-1", "Rx", "Rx", "-2")
	_, ofOther := pair(l, one, other)
	require.Len(t, ofOther, 1)
	atomic, ends := program{{one}, {other}}.atomic()
	require.True(t, atomic)
	require.False(t, ends, "a trace ends in a deadlock")
}

// Where locks are given back in another order than that of nesting, those held all the time do not tell what may come
// between. Nor do threads get everywhere that locks permit.
func TestCrossedLocks(t *testing.T) {
	l := locks(t)
	hand := of(l, "+1", "Wx", "+2", "-1", "Wx", "-2")
	both := of(l, "+1", "+2", "Rx", "-2", "-1")
	require.Equal(t, l.Empty(), interleaving.Blocks(l, hand)[0].Tuple(l).Between)
	one, other := pair(l, hand, both)
	require.Empty(t, append(one, other...))

	reach := of(l, "+1", "Wx", "+2", "Wy", "-1", "Wx", "-2")
	last := of(l, "+1", "+2", "Ry", "-2", "Rx", "-1")
	one, other = pair(l, reach, last)
	atomic, _ := program{{reach}, {last}}.atomic()
	require.True(t, atomic)
	require.NotEmpty(t, append(one, other...), "if that is known now, say so in the package comment")
}
