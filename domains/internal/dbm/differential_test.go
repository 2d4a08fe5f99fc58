package dbm_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/internal/dbm"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// twin is a state and its reference.
type twin[S State[S]] struct {
	s    S
	r    *reference
	sums bool // the domain has sums
	nums *rapid.Generator[int64]
}

// agrees compares all bounds of variables and pairs, and those of variables that are too
// large to be kept.
func (w twin[S]) agrees(t *rapid.T, after string) {
	t.Helper()
	require.Equal(t, w.r.bottom, w.s.IsBottom(), "bottom after %s", after)
	if w.r.bottom {
		return
	}
	for p := range dbm.Lit(2 * w.r.n) {
		for q := range dbm.Lit(2 * w.r.n) {
			same := p.IsNeg() == q.IsNeg()
			if p.Var() == q.Var() && !same || p.Var() != q.Var() && same && !w.sums {
				continue
			}
			e := expr(p).Plus(expr(q))
			if p == q {
				e = expr(p)
			}
			want := w.r.bound(p, q)
			got := w.s.Eval(e).Hi
			if want == nil {
				require.Equal(t, linear.PlusInf, got, "bound of %v after %s, in %v", e, after, w.s)
			} else {
				require.Equal(t, want.Int64(), got, "bound of %v after %s, in %v", e, after, w.s)
			}
		}
	}
	closed := w.r.clone()
	closed.deduce()
	for p := range dbm.Lit(2 * w.r.n) {
		got := w.s.ExactBounds(p.Var())
		if p.IsNeg() {
			got = got.Times(-1)
		}
		want := linear.PlusInf
		if c := closed.bound(p, p); c != nil {
			want = c.Int64()
		}
		require.Equal(t, want, got.Hi, "exact bound of %v after %s, in %v", expr(p), after, w.s)
	}
}

func expr(p dbm.Lit) linear.Expr[int] {
	if p.IsNeg() {
		return linear.Var(p.Var()).Times(-1)
	}
	return linear.Var(p.Var())
}

// constants are those of domaintest, and in some runs only small ones or many at the
// edge. They stop at what entries can hold: what is beyond is rounded on the way in,
// which is another test.
func constants() *rapid.Generator[int64] {
	return rapid.Map(domaintest.LinearConstants(), func(c int64) int64 {
		return max(-dbm.Limit/2, min(c, dbm.Limit/2))
	})
}

func edges() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Map(rapid.Int64Range(0, 3), func(d int64) int64 {
		return dbm.Limit/2 - d
	}), rapid.Map(rapid.Int64Range(0, 3), func(d int64) int64 { return d - dbm.Limit/2 }))
}

// step does to both what the reference can do exactly.
func (w twin[S]) step(t *rapid.T, other twin[S]) (twin[S], string) {
	n := w.r.n
	c := w.nums.Draw(t, "c")
	x := rapid.IntRange(0, n-1).Draw(t, "x")
	y := rapid.IntRange(0, n-1).Draw(t, "y")
	p := dbm.Lit(2*x + rapid.IntRange(0, 1).Draw(t, "sign of x"))
	q := dbm.Lit(2*y + rapid.IntRange(0, 1).Draw(t, "sign of y"))
	switch op := rapid.SampledFrom([]string{"assume", "assume", "assume", "equal", "assign", "assign", "forget", "join",
		"meet", "widen", "meet one"}).Draw(t, "op"); op {
	case "assume":
		if x == y || !w.sums && p.IsNeg() == q.IsNeg() {
			require.NoError(t, w.s.Assume(expr(p), machine.Le, linear.Const[int](c)))
			w.r.below(p, p, big.NewInt(2*c))
		} else {
			require.NoError(t, w.s.Assume(expr(p).Times(3), machine.Lt, linear.Const[int](3*c+2).Minus(expr(q).Times(3))))
			w.r.below(p, q, big.NewInt(c))
		}
		w.r.close()
		return w, fmt.Sprintf("assume %v + %v ≤ %d", expr(p), expr(q), c)
	case "equal":
		require.NoError(t, w.s.Assume(linear.Var(x), machine.Eq, linear.Var(y).Add(c)))
		if x != y {
			w.r.below(dbm.Pos(x), dbm.Pos(y).Neg(), big.NewInt(c))
			w.r.close()
			w.r.below(dbm.Pos(x).Neg(), dbm.Pos(y), big.NewInt(-c))
			w.r.close()
		} else {
			w.r.bottom = w.r.bottom || c != 0
		}
		return w, fmt.Sprintf("assume x%d = x%d + %d", x, y, c)
	case "assign":
		sign := rapid.IntRange(-1, 1).Draw(t, "sign")
		if !w.sums {
			sign = max(sign, 0)
		}
		d := c + rapid.SampledFrom([]int64{0, 0, 1, 5}).Draw(t, "width")
		d = min(d, dbm.Limit/2)
		require.NoError(t, w.s.Assign(x, linear.Var(y).Times(int64(sign)).Plus(linear.Between[int](linear.Interval{Lo: c,
			Hi: d}))))
		if !w.r.bottom {
			w.r.assign(x, sign, y, c, d)
			w.r.close()
		}
		return w, fmt.Sprintf("x%d := %d*x%d + [%d, %d]", x, sign, y, c, d)
	case "forget":
		require.NoError(t, w.s.Forget(x))
		w.r.forget(x)
		w.r.loose = nil
		return w, fmt.Sprintf("forget x%d", x)
	case "join":
		j := w.r.join(other.r)
		s, grew := w.s.Merge(other.s)
		require.Equal(t, !other.r.leq(w.r), grew, "growth of %v joined with %v", w.s, other.s)
		return twin[S]{s, j, w.sums, w.nums}, op
	case "meet":
		w.s.Meet(other.s)
		w.r.meet(other.r)
		return w, op
	case "meet one":
		one := twin[S]{other.s.Clone(), other.r.clone(), w.sums, w.nums}
		for y := range n {
			if y != x {
				require.NoError(t, one.s.Forget(y))
				one.r.forget(y)
			}
		}
		w.s.Meet(one.s)
		w.r.meet(one.r)
		return w, op
	case "widen":
		r := w.r.widen(other.r)
		s, grew := w.s.Widen(other.s)
		require.Equal(t, !other.r.leq(w.r), grew, "growth of %v widened with %v", w.s, other.s)
		return twin[S]{s, r, w.sums, w.nums}, op
	}
	panic("no such operation")
}

// checkAgainstReference runs random sequences of operations on two States beside
// plain matrices of exact numbers. The States are joined, met and widened with each
// other now and then, and every bound is compared after every step.
func (s Suite[S]) checkAgainstReference(t *testing.T) {
	fresh := func(t *rapid.T, n int, nums *rapid.Generator[int64]) twin[S] {
		state, err := s.New(n)
		require.NoError(t, err)
		return twin[S]{state, newReference(n, s.Sums), s.Sums, nums}
	}
	// Three runs, for more sequences than the laws of a domain need.
	sequence := func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		nums := []*rapid.Generator[int64]{constants(), edges(), rapid.Int64Range(-6, 6)}[rapid.IntRange(0, 2).Draw(t,
			"numbers")]
		twins := [2]twin[S]{fresh(t, n, nums), fresh(t, n, nums)}
		for range rapid.IntRange(8, 60).Draw(t, "steps") {
			i := rapid.IntRange(0, 1).Draw(t, "which")
			if twins[i].r.bottom && rapid.IntRange(0, 2).Draw(t, "restart") == 0 {
				twins[i] = fresh(t, n, nums)
			}
			var after string
			before := twins[1-i].s.String()
			twins[i], after = twins[i].step(t, twins[1-i])
			twins[i].agrees(t, after)
			require.Equal(t, before, twins[1-i].s.String(), "%s has changed its operand", after)
			require.Equal(t, twins[0].r.leq(twins[1].r), twins[0].s.Leq(twins[1].s))
			require.Equal(t, twins[0].r.leq(twins[1].r) && twins[1].r.leq(twins[0].r), twins[0].s.Equal(twins[1].s))
		}
	}
	for run := range 3 {
		t.Run(fmt.Sprint(run), rapid.MakeCheck(sequence))
	}
}
