package view_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/view"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

type (
	one   = view.View[int]
	views = view.Views[int]
)

func domains(t testing.TB) map[string]view.Domain[int] {
	limited, err := view.New[int](3)
	require.NoError(t, err)
	return map[string]view.Domain[int]{"unlimited": {}, "limited": limited}
}

// access adds a location to each view of a block.
func access(d view.Domain[int], open views, k int) views {
	if open.IsTop() {
		return open
	}
	var all []one
	for v := range open.All() {
		all = append(all, v.With(k))
	}
	return d.Of(all...)
}

func suite(d view.Domain[int]) latticetest.Suite[views] {
	return latticetest.Suite[views]{
		Lattice: d, Elements: anyViews(d), Steps: 20,
		Transfers: []func(views) views{
			func(s views) views { return access(d, s, 2) },
			func(s views) views { return d.Join(access(d, s, 1), access(d, s, 2)) },
			func(s views) views { return d.Join(s, access(d, s, 3)) },
			func(s views) views { return d.Join(d.Of(view.Of(1)), s) },
			func(s views) views { return d.Join(s, d.Begin()) },
		},
	}
}

func TestViews(t *testing.T) {
	for name, d := range domains(t) {
		t.Run(name, func(t *testing.T) { suite(d).Check(t) })
	}
}

func FuzzViews(f *testing.F) {
	var laws []latticetest.Law
	ds := domains(f)
	for _, name := range []string{"unlimited", "limited"} {
		laws = append(laws, suite(ds[name]).Laws()...)
	}
	latticetest.Fuzz(f, laws)
}

func TestEqualities(t *testing.T) {
	text := func(e any) string {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		return string(b)
	}
	d := domains(t)["limited"]
	draw := rapid.OneOf(anyViews(d), rapid.SampledFrom([]views{d.Bottom(), d.Top(), d.Begin()}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		equal := d.Equal(x, y)
		require.Equal(t, equal, x.String() == y.String())
		require.Equal(t, equal, text(x) == text(y))
	})
	require.Equal(t, "{{}, {3}, {1, 2}} [] \"any\" [[],[3]]", fmt.Sprint(d.Of(view.Of(2, 1, 2), view.Of[int](),
		view.Of(3)),
		" ", text(d.Bottom()), " ", text(d.Top()), " ", text(d.Of(view.Of(3), view.Of[int]()))))
	require.Equal(t, "[[1,2]]", text(view.Domain[uint8]{}.Of(view.Of[uint8](1, 2))))
}

func TestNothingIsAllocated(t *testing.T) {
	d := domains(t)["unlimited"]
	domaintest.AllocatesNothing(t, d, anyViews(d), func(_, b, above view.Views[int]) { d.Merge(above, b) })
}

func TestBadInput(t *testing.T) {
	_, err := view.New[int](0)
	require.EqualError(t, err, "sets of views are limited to 0: want at least 1")
}

// A set of views describes those that it has.
func gamma(d view.Domain[int]) latticetest.Gamma[views, string] {
	return latticetest.Gamma[views, string]{
		Lattice: d, Elements: anyViews(d),
		Contains: func(s views, c string) bool { return s.Has(decode(c)) },
		Pick: func(t *rapid.T, s views) (string, bool) {
			if s.IsTop() {
				return encode(anyView().Draw(t, "view")), true
			}
			var all []one
			for v := range s.All() {
				all = append(all, v)
			}
			if len(all) == 0 {
				return "", false
			}
			return encode(rapid.SampledFrom(all).Draw(t, "view")), true
		},
	}
}

// Views as text, so that they are comparable.
func encode(v one) (s string) {
	for k := range v.All() {
		s += string(rune('0' + k))
	}
	return s
}

func decode(s string) one {
	var locs []int
	for _, c := range s {
		locs = append(locs, int(c-'0'))
	}
	return view.Of(locs...)
}

func TestMeaning(t *testing.T) {
	for name, d := range domains(t) {
		t.Run(name, gamma(d).Check)
	}
}

// A statement of a random block accesses a location, chooses between two
// alternatives, or repeats.
type statement struct {
	loc  int
	alts [][]statement
	loop bool
}

func drawBlock(depth int) *rapid.Generator[[]statement] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) statement {
		s := statement{loc: rapid.IntRange(0, 3).Draw(t, "location")}
		if depth > 0 && rapid.IntRange(0, 2).Draw(t, "compound") == 0 {
			s.loop = rapid.Bool().Draw(t, "loop")
			s.alts = rapid.SliceOfN(drawBlock(depth-1), 2, 2).Draw(t, "alternatives")
		}
		return s
	}), 0, 3)
}

func solve(d view.Domain[int], block []statement, open views) views {
	for _, s := range block {
		switch {
		case s.alts == nil:
			open = access(d, open, s.loc)
		case s.loop:
			for next := open; ; open = next {
				next = d.Join(open, solve(d, s.alts[0], open))
				if d.Equal(next, open) {
					break
				}
			}
		default:
			open = d.Join(solve(d, s.alts[0], open), solve(d, s.alts[1], open))
		}
	}
	return open
}

func run(t *rapid.T, block []statement, v one) one {
	for _, s := range block {
		switch {
		case s.alts == nil:
			v = v.With(s.loc)
		case s.loop:
			for range rapid.IntRange(0, 2).Draw(t, "rounds") {
				v = run(t, s.alts[0], v)
			}
		default:
			v = run(t, s.alts[rapid.IntRange(0, 1).Draw(t, "branch")], v)
		}
	}
	return v
}

// The view of each run of a block is among those that are computed for all paths.
func TestBlocksAreCovered(t *testing.T) {
	for name, d := range domains(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				block := drawBlock(2).Draw(t, "block")
				all, v := solve(d, block, d.Begin()), run(t, block, one{})
				require.True(t, all.Has(v), "%v is not in %v", v, all)
			})
		})
	}
}

// location prints by a name, as numbers of variables and sites do.
type location uint8

func (l location) String() string { return "@" + string('a'+rune(l)) }

func TestNamedLocations(t *testing.T) {
	s := view.Domain[location]{}.Of(view.Of[location](0, 2))
	require.Equal(t, "{{@a, @c}}", s.String())
	text, err := json.Marshal(s)
	require.NoError(t, err)
	require.Equal(t, "[[0,2]]", string(text))
}

// The union has what either has, and nothing else.
func TestUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		locs := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 6)
		v, w := view.Of(locs.Draw(t, "v")...), view.Of(locs.Draw(t, "w")...)
		both := v.Union(w)
		for i := range 10 {
			require.Equal(t, v.Has(i) || w.Has(i), both.Has(i))
		}
		require.True(t, v.SubsetOf(both) && w.SubsetOf(both))
		require.Equal(t, v.Len()+w.Len()-v.Intersect(w).Len(), both.Len())
	})
}
