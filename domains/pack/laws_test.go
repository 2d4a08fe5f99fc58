package pack_test

import (
	"slices"
	"testing"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/pack"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/seed38182bad/parallax/lattice"
	"github.com/seed38182bad/parallax/lattice/latticetest"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type (
	key      = int16
	octagons = pack.State[key, *octagon.State]
	zones    = pack.State[key, *zone.State]
)

var (
	_ lattice.Widener[octagons]  = octagons{}
	_ lattice.Narrower[octagons] = octagons{}
)

// values is the lattice of States, if packs do not grow.
type values struct {
	*pack.Domain[key, *octagon.State]
}

func (values) Leq(a, b octagons) bool { return a.Leq(b) }

func (values) Equal(a, b octagons) bool { return a.Equal(b) }

func (values) Join(a, b octagons) octagons {
	r, _ := a.Merge(b)
	return r
}

func (values) Meet(a, b octagons) octagons { return a.Meet(b) }

func (values) Widen(old, next octagons, thresholds ...int64) octagons {
	r, _ := old.Widen(next, thresholds...)
	return r
}

func (values) Narrow(old, next octagons) octagons {
	r, _ := old.Narrow(next)
	return r
}

// keys are those of the tests. Two given packs lie across each other, and the rest
// is alone.
var (
	keys  = []key{-3, 0, 1, 2, 7}
	given = [][]key{{2, -3}, {0, 7}}
)

// steps are enough for each bound of each pack, and for keys to go.
const steps = 60

func domain[R pack.Relation[R]](relation func(int) (R, error), o pack.Options[key]) *pack.Domain[key, R] {
	d, err := pack.New(relation, o)
	if err != nil {
		panic(err)
	}
	return d
}

func transfers[R pack.Relation[R]]() []func(pack.State[key, R]) pack.State[key, R] {
	a, b, c := linear.Var[key](-3), linear.Var[key](0), linear.Var[key](2)
	return []func(pack.State[key, R]) pack.State[key, R]{
		func(s pack.State[key, R]) pack.State[key, R] { return s.Assign(-3, a.Add(1)) },
		func(s pack.State[key, R]) pack.State[key, R] {
			return s.Assume(a, machine.Lt, c).Assign(-3, a.Add(1)).Assign(2, c.Add(-3))
		},
		func(s pack.State[key, R]) pack.State[key, R] {
			return s.Assign(0, a.Plus(b).Minus(c)).Assume(b.Plus(c), machine.Ne, linear.Const[key](4))
		},
		func(s pack.State[key, R]) pack.State[key, R] {
			return s.Assign(1, b.Times(-1).Add(5)).Forget(0).Assume(a.Times(2), machine.Ge, linear.Var[key](1))
		},
	}
}

func fixed[R pack.Relation[R]](relation func(int) (R, error)) latticetest.StateSuite[pack.State[key, R]] {
	return latticetest.StateSuite[pack.State[key, R]]{
		States:    packs(domain(relation, pack.Options[key]{Packs: given}), keys),
		Transfers: transfers[R](), Steps: steps, Shares: true, Fingerprint: pack.State[key, R].String,
	}
}

func growing[R pack.Relation[R]](relation func(int) (R, error), limit int) latticetest.StateSuite[pack.State[key, R]] {
	return latticetest.StateSuite[pack.State[key, R]]{
		States: packs(domain(relation, pack.Options[key]{Packs: given[:1], Grow: limit}), keys),
		Steps:  2 * steps, Approximate: true,
	}
}

// roomy is growing with room for all keys, and without bounds that a transfer could make too
// large to be kept. So transfers are monotone.
func roomy[R pack.Relation[R]](relation func(int) (R, error)) latticetest.StateSuite[pack.State[key, R]] {
	s := growing(relation, len(keys))
	s.States = s.States.Filter(func(s pack.State[key, R]) bool {
		return !slices.ContainsFunc(s.Facts(), func(f linear.Fact[key]) bool { return large(f.In.Lo) || large(f.In.Hi) })
	})
	s.Transfers, s.Fingerprint = transfers[R](), pack.State[key, R].String
	return s
}

func large(c int64) bool {
	return c != linear.MinusInf && c != linear.PlusInf && (c < -1<<40 || c > 1<<40)
}

func TestGivenPacksOfOctagons(t *testing.T) { fixed(octagon.New).Check(t) }

func TestGivenPacksAreALattice(t *testing.T) {
	d := domain(octagon.New, pack.Options[key]{Packs: given})
	latticetest.Suite[octagons]{
		Lattice: values{d}, Elements: packs(d, keys), Transfers: transfers[*octagon.State](), Steps: steps,
		Fingerprint: octagons.String,
	}.Check(t)
}

// Merging gives no least bound.
func TestGrowingPacks(t *testing.T) { roomy(octagon.New).Check(t) }

// With large bounds, or less room, transfers need not be monotone, but all else holds.
func TestGrowingPacksOfLargeNumbers(t *testing.T) { growing(octagon.New, len(keys)).Check(t) }
func TestGrowingPacksAtTheLimit(t *testing.T)     { growing(zone.New, 3).Check(t) }

func FuzzLaws(f *testing.F) {
	d := domain(octagon.New, pack.Options[key]{Packs: given})
	laws := append(fixed(octagon.New).Laws(), roomy(octagon.New).Laws()...)
	laws = append(laws, growing(octagon.New, len(keys)).Laws()...)
	laws = append(laws, latticetest.Suite[octagons]{Lattice: values{d}, Elements: packs(d, keys)}.Laws()...)
	latticetest.Fuzz(f, append(laws, growing(zone.New, 3).Laws()...))
}

// Widening stops even where transfers are not monotone.
func TestGrowingPacksStopWidening(t *testing.T) {
	d := domain(zone.New, pack.Options[key]{Grow: 2})
	states := packs(d, keys)
	rapid.Check(t, func(t *rapid.T) {
		x := states.Draw(t, "start")
		changes := 0
		for range 150 {
			f := rapid.SampledFrom(transfers[*zone.State]()).Draw(t, "transfer")
			r, grew := x.Widen(f(x))
			if x = r; grew {
				changes++
			}
		}
		require.LessOrEqual(t, changes, steps)
	})
}

// assignment gives each key a value.
type assignment map[key]int64

func value(e linear.Expr[key], at assignment) int64 {
	sum := e.Rest().Lo
	for _, t := range e.Terms() {
		sum += t.Coef * at[t.Var]
	}
	return sum
}

func contains[R pack.Relation[R]](s pack.State[key, R], at assignment) bool {
	for _, f := range s.Facts() {
		if !f.In.Contains(value(f.Of, at)) {
			return false
		}
	}
	return !s.IsBottom()
}

// pick fixes one key after the other to a value that its bounds allow.
func pick[R pack.Relation[R]](t *rapid.T, s pack.State[key, R]) (assignment, bool) {
	at := assignment{}
	for _, k := range keys {
		if s.IsBottom() {
			return nil, false
		}
		in := s.Bounds(k)
		lo, hi := max(in.Lo, min(in.Hi, 1<<40)-8), min(in.Hi, max(in.Lo, -1<<40)+8)
		if lo > hi {
			lo, hi = hi, lo
		}
		at[k] = rapid.OneOf(rapid.Int64Range(lo, hi), rapid.Just(lo), rapid.Just(hi)).Draw(t, "value")
		s = s.Assume(linear.Var(k), machine.Eq, linear.Const[key](at[k]))
	}
	return at, !s.IsBottom() && contains(s, at)
}

// TestSound follows a point through random operations: what holds of it holds in the
// state, whatever the packs.
func TestSound(t *testing.T) {
	t.Run("given", func(t *testing.T) { sound(t, domain(octagon.New, pack.Options[key]{Packs: given})) })
	t.Run("zones", func(t *testing.T) { sound(t, domain(zone.New, pack.Options[key]{Packs: given, Grow: 4})) })
	t.Run("growing", func(t *testing.T) { sound(t, domain(octagon.New, pack.Options[key]{Grow: 3})) })
	t.Run("alone", func(t *testing.T) { sound(t, domain(octagon.New, pack.Options[key]{})) })
}

func sound[R pack.Relation[R]](t *testing.T, d *pack.Domain[key, R]) {
	states := packs(d, keys)
	exprs := expressions(keys, 4, rapid.Int64Range(-9, 9))
	rapid.Check(t, func(t *rapid.T) {
		s := states.Draw(t, "s")
		at, ok := pick(t, s)
		if !ok {
			return
		}
		for range 6 {
			e, k := exprs.Draw(t, "e"), rapid.SampledFrom(keys).Draw(t, "key")
			v := value(e, at) + rapid.Int64Range(0, e.Rest().Hi-e.Rest().Lo).Draw(t, "of the interval")
			require.True(t, s.Eval(e).Contains(v), "%v in %v", e, s)
			other := states.Draw(t, "other")
			switch op := rapid.SampledFrom([]string{"assign", "assume", "forget", "merge", "widen", "narrow", "meet"}).Draw(t,
				"op"); op {
			case "assign":
				s = s.Assign(k, e)
				at[k] = v
			case "assume":
				c := domaintest.Comparisons().Draw(t, "comparison")
				if !c.Holds(machine.Int64.Of(at[k]), machine.Int64.Of(v)) {
					c = c.Negate()
				}
				s = s.Assume(linear.Var(k), c, e)
			case "forget":
				s = s.Forget(k)
				at[k] = v
			case "merge":
				a, _ := s.Merge(other)
				b, _ := other.Merge(s)
				require.True(t, contains(b, at), "%v not in %v merged into %v: %v", at, s, other, b)
				s = a
			case "widen":
				a, _ := s.Widen(other)
				b, _ := other.Widen(s)
				require.True(t, contains(b, at), "%v not in %v widened with %v: %v", at, other, s, b)
				s = a
			case "narrow":
				a, _ := s.Merge(other)
				s, _ = a.Narrow(s)
			case "meet":
				if contains(other, at) {
					s = s.Meet(other)
				}
			}
			require.True(t, contains(s, at), "%v is not in %v", at, s)
			again := d.Top()
			for _, f := range s.Facts() {
				if f.In.Lo != linear.MinusInf {
					again = again.Assume(f.Of, machine.Ge, linear.Const[key](f.In.Lo))
				}
				if f.In.Hi != linear.PlusInf {
					again = again.Assume(f.Of, machine.Le, linear.Const[key](f.In.Hi))
				}
			}
			require.True(t, again.IsBottom() || contains(again, at), "facts of %v", s)
		}
	})
}
