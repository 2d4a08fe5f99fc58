package pack_test

import (
	"encoding/json"
	"testing"

	"github.com/seed38182bad/parallax/domains/linear"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/octagon"
	"github.com/seed38182bad/parallax/domains/pack"
	"github.com/seed38182bad/parallax/domains/zone"
	"github.com/stretchr/testify/require"
)

func TestBadOptions(t *testing.T) {
	for want, o := range map[string]pack.Options[key]{
		"pack 1 has no keys": {Packs: [][]key{{1}, {}}},
		"key 3 of pack 1 is in another pack, or twice in this one":       {Packs: [][]key{{1, 3}, {2, 3}}},
		"key 2 of pack 0 is in another pack, or twice in this one":       {Packs: [][]key{{2, 2}}},
		"packs that grow to -1 keys: want a number that is not negative": {Grow: -1},
		"packs of up to 501 keys: 501 variables: want 0 to 500":          {Grow: 501},
	} {
		_, err := pack.New(zone.New, o)
		require.EqualError(t, err, want)
	}
	_, err := pack.New[key, *zone.State](nil, pack.Options[key]{})
	require.Error(t, err)
}

// What packs can say, and what the limit costs.
func TestLimit(t *testing.T) {
	a, b, c := linear.Var[key](1), linear.Var[key](2), linear.Var[key](3)
	chain := func(o pack.Options[key]) octagons {
		return domain(octagon.New, o).Top().
			Assume(a, machine.Le, b).Assume(b, machine.Le, c).Assume(c, machine.Le, linear.Const[key](9))
	}
	require.Equal(t, "x3 <= 9", chain(pack.Options[key]{}).String())
	require.Equal(t, "x3 <= 9, x1 - x2 <= 0", chain(pack.Options[key]{Grow: 2}).String())
	all := "x1 <= 9, x2 <= 9, x3 <= 9, x1 - x2 <= 0, x1 - x3 <= 0, x2 - x3 <= 0"
	require.Equal(t, all, chain(pack.Options[key]{Grow: 3}).String())
	require.Equal(t, all, chain(pack.Options[key]{Packs: [][]key{{3, 1, 2}}}).String())

	// Other packs count with their bounds, jointly where they can.
	s := domain(octagon.New, pack.Options[key]{Packs: [][]key{{1, 2}}}).Top().
		Assume(a.Minus(b), machine.Eq, linear.Const[key](4)).Assign(3, a.Minus(b).Add(1))
	require.Equal(t, linear.Point(5), s.Bounds(3))
	require.Equal(t, linear.Point(9), s.Eval(a.Minus(b).Plus(c)))
	require.Equal(t, linear.Full(), s.Bounds(1))
}

// The zero State is bottom, without a Domain.
func TestZeroState(t *testing.T) {
	var s octagons
	a, one := linear.Var[key](1), linear.Const[key](1)
	for _, r := range []octagons{s.Forget(1), s.Drop(func(key) bool { return true }), s.Assign(1, one),
		s.Assume(a, machine.Le, one), s.Meet(s)} {
		require.True(t, r.IsBottom())
	}
	require.Equal(t, linear.Empty(), s.Bounds(1))
	require.Equal(t, linear.Empty(), s.Difference(1, 2))
	require.Equal(t, linear.Empty(), s.Eval(a))
	require.Equal(t, []key{1}, s.Pack(1))
	require.Empty(t, s.Facts())
}

// A key that is assigned anew leaves its pack to others.
func TestLeaving(t *testing.T) {
	a, b, c := linear.Var[key](1), linear.Var[key](2), linear.Var[key](3)
	s := domain(zone.New, pack.Options[key]{Grow: 2}).Top().
		Assign(1, b).Assign(1, linear.Const[key](0)).Assign(2, c.Add(1))
	require.Equal(t, "x1 = 0, x2 - x3 = 1", s.String())
	require.Equal(t, linear.Point(1), s.Difference(2, 3))
	s = s.Forget(2).Assume(a, machine.Lt, c)
	require.Equal(t, "x1 = 0, x3 >= 1", s.String())
	require.True(t, s.Drop(func(k key) bool { return k > 0 }).IsTop())
}

// States with different packs are compared by what they say.
func TestDifferentPacks(t *testing.T) {
	a, b := linear.Var[key](1), linear.Var[key](2)
	d := domain(octagon.New, pack.Options[key]{Grow: 4})
	zero := linear.Const[key](0)
	apart := d.Top().Assign(1, zero).Assign(2, zero)
	united := d.Top().Assign(1, b).Assume(a, machine.Eq, zero)
	require.True(t, apart.Equal(united))
	require.Equal(t, apart.String(), united.String())
	more := d.Top().Assign(1, b).Assume(a, machine.Ge, zero)
	require.True(t, apart.Leq(more))
	require.False(t, more.Leq(apart))
	merged, grew := apart.Merge(more)
	require.True(t, grew)
	require.True(t, merged.Equal(more))
	step := more.Assign(1, a.Add(1)).Assign(2, b.Add(1)).Assume(a, machine.Le, linear.Const[key](5))
	// 0, 0 and later 1, 1: united, though the first state has two packs.
	merged, grew = apart.Merge(step)
	require.True(t, grew)
	require.Equal(t, "0 <= x1 <= 5, 0 <= x2 <= 5, x1 - x2 = 0", merged.String())
	widened, _ := apart.Widen(step)
	require.Equal(t, "x1 >= 0, x2 >= 0, x1 - x2 = 0", widened.String())
}

func TestJSON(t *testing.T) {
	d := domain(zone.New, pack.Options[key]{Grow: 2})
	a, b := linear.Var[key](1), linear.Var[key](2)
	for want, s := range map[string]zones{
		`null`: d.Bottom(),
		`[]`:   d.Top(),
		`[{"terms":[{"coef":1,"var":1}],"min":2},{"terms":[{"coef":1,"var":2}],"min":-1},` +
			`{"terms":[{"coef":1,"var":1},{"coef":-1,"var":2}],"max":3}]`: d.Top().
			Assume(a, machine.Ge, linear.Const[key](2)).
			Assume(a.Minus(b), machine.Le, linear.Const[key](3)),
	} {
		text, err := json.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
	}
}

func TestConstants(t *testing.T) {
	top := domain(zone.New, pack.Options[key]{}).Top()
	for c := range machine.NumCmps {
		for x := int64(-1); x <= 1; x++ {
			s := top.Assume(linear.Const[key](x), c, linear.Const[key](0))
			require.Equal(t, c.Holds(machine.Int64.Of(x), machine.Int64.Of(0)), !s.IsBottom(), "%d %v 0", x, c)
		}
	}
	require.True(t, top.Assign(1, linear.Between[key](linear.Empty())).IsBottom())
	require.True(t, zones{}.IsBottom())
	merged, grew := zones{}.Merge(top)
	require.True(t, grew && merged.IsTop())
}

func TestNoAllocation(t *testing.T) {
	a, b := linear.Var[key](1), linear.Var[key](2)
	for _, o := range []pack.Options[key]{{Packs: [][]key{{1, 2}}}, {Grow: 4}} {
		s := domain(octagon.New, o).Top().Assign(1, b.Add(1)).Assume(a, machine.Ge, linear.Const[key](0))
		u := s.Assume(b, machine.Le, linear.Const[key](4)).Assign(4, linear.Const[key](4))
		apart := domain(octagon.New, o).Top().Assign(1, linear.Const[key](1)).Assign(2, linear.Const[key](0))
		require.Zero(t, testing.AllocsPerRun(50, func() {
			s.Leq(u)
			u.Leq(s)
			apart.Leq(s)
			s.Equal(apart)
			u.Merge(u)
			s.Merge(u)
			u.Merge(s)
		}))
	}
}

// The bound x ≤ 2^50 is too large for octagons. It counts nevertheless in the order of States
// with different packs, since uniting the packs keeps what follows from it.
func TestLargeNumbersOfDifferentPacks(t *testing.T) {
	x, y, z := linear.Var[key](1), linear.Var[key](2), linear.Var[key](3)
	zero, large := linear.Const[key](0), linear.Const[key](1<<50)
	top := domain(octagon.New, pack.Options[key]{Grow: 5}).Top()
	a := top.Assume(x.Plus(y), machine.Eq, large).Assume(x.Minus(y), machine.Eq, large).Assign(3, zero)
	require.Equal(t, "x1 >= 562949953421312, x2 = 0, x3 = 0, x1 - x2 = 1125899906842624, x1 + x2 = 1125899906842624",
		a.String())
	b := top.Assume(x, machine.Eq, z)
	for name, f := range map[string]func(a, b octagons) (octagons, bool){
		"merge": octagons.Merge, "widen": func(a, b octagons) (octagons, bool) { return a.Widen(b) },
	} {
		r, grew := f(a, b)
		require.True(t, grew, name)
		require.True(t, a.Leq(r), "%s: not %v ≤ %v", name, a, r)
		require.True(t, b.Leq(r), "%s: not %v ≤ %v", name, b, r)
		_, grew = f(r, a)
		require.False(t, grew, "%s of %v and %v", name, r, a)
	}
	require.Equal(t, linear.Point(1<<50), a.Difference(1, 3))
}

// What does not change a State does not count as growth, or a loop would never end.
func TestLargeNumbersStopGrowing(t *testing.T) {
	const x, y, r key = 1, 2, 3
	d, err := pack.New(zone.New, pack.Options[key]{Grow: 3})
	require.NoError(t, err)
	v, large := linear.Var[key], linear.Const[key](1<<50)
	at := func(n int64) pack.State[key, *zone.State] {
		return d.Top().Assign(x, linear.Const[key](n)).Assign(y, linear.Const[key](n+1))
	}
	s := at(0).Assume(v(x).Minus(v(y)), machine.Eq, linear.Const[key](-1)).Assume(v(r).Minus(v(x)), machine.Ge, large)
	next := at(2).Assume(v(r).Minus(v(y)), machine.Ge, large.Add(-1))
	for name, f := range map[string]func(a, b pack.State[key, *zone.State]) (pack.State[key, *zone.State], bool){
		"merge": pack.State[key, *zone.State].Merge,
		"widen": func(a, b pack.State[key, *zone.State]) (pack.State[key, *zone.State], bool) { return a.Widen(b) },
	} {
		grown, rounds := s, 0
		for grew := true; grew; rounds++ {
			require.Less(t, rounds, 20, "%s still grows\n%v\n%v", name, grown, next)
			grown, grew = f(grown, next)
		}
	}
}
