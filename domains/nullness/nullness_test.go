package nullness_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/nullness"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

// The concrete values of the tests: nil and two pointers.
var (
	d        = nullness.Domain{}
	all      = []nullness.Value{nullness.None, nullness.Nil, nullness.NonNil, nullness.Maybe}
	pointers = []*int{nil, new(int), new(int)}
	meaning  = latticetest.Gamma[nullness.Value, *int]{
		Lattice: d, Elements: sorts(), Contains: contains,
		Pick: func(t *rapid.T, v nullness.Value) (*int, bool) {
			i := rapid.IntRange(0, len(pointers)-1).Draw(t, "which")
			for range pointers {
				if contains(v, pointers[i]) {
					return pointers[i], true
				}
				i = (i + 1) % len(pointers)
			}
			return nil, false
		},
	}
)

func contains(v nullness.Value, p *int) bool { return v.Contains(p == nil) }

func laws() []latticetest.Law {
	laws := latticetest.Suite[nullness.Value]{Lattice: d, Elements: sorts(), Steps: 2,
		Transfers: []func(nullness.Value) nullness.Value{d.TestNil, d.TestNonNil}}.Laws()
	laws = append(laws, domaintest.ZeroIsBottom(d, sorts()))
	laws = append(laws, meaning.Laws()...)
	return append(laws,
		meaning.Sound(d.TestNil, func(p *int) (*int, bool) { return p, p == nil }),
		meaning.Sound(d.TestNonNil, func(p *int) (*int, bool) { return p, p != nil }))
}

func TestLaws(t *testing.T) { latticetest.Run(t, laws()) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws()) }

// Each operation against all pairs of pointers: it is the best there is.
func TestOperationsAreBest(t *testing.T) {
	for _, a := range all {
		for _, b := range all {
			none := nullness.None
			eqLeft, eqRight, neLeft, neRight := none, none, none, none
			for _, p := range pointers {
				for _, q := range pointers {
					x, y := nullness.Of(p == nil), nullness.Of(q == nil)
					switch {
					case !contains(a, p) || !contains(b, q):
						continue
					case p == q:
						eqLeft, eqRight = eqLeft|x, eqRight|y
					default:
						neLeft, neRight = neLeft|x, neRight|y
					}
				}
			}
			x, y := d.TestEqual(a, b)
			require.Equal(t, []nullness.Value{eqLeft, eqRight}, []nullness.Value{x, y}, "%v == %v", a, b)
			x, y = d.TestUnequal(a, b)
			require.Equal(t, []nullness.Value{neLeft, neRight}, []nullness.Value{x, y}, "%v != %v", a, b)
		}
		require.Equal(t, a.Contains(true), d.TestNil(a) == nullness.Nil)
		require.Equal(t, a.Contains(false), d.TestNonNil(a) == nullness.NonNil)
	}
}

func TestOperationsAreMonotone(t *testing.T) {
	for i := range 256 {
		a, b, c, e := all[i>>6], all[i>>4&3], all[i>>2&3], all[i&3]
		if !d.Leq(a, c) || !d.Leq(b, e) {
			continue
		}
		for _, test := range []func(a, b nullness.Value) (nullness.Value, nullness.Value){d.TestEqual, d.TestUnequal} {
			x, y := test(a, b)
			u, v := test(c, e)
			require.True(t, d.Leq(x, u) && d.Leq(y, v), "%v and %v", a, b)
		}
	}
}

func TestText(t *testing.T) {
	text, err := json.Marshal(all)
	require.NoError(t, err)
	require.JSONEq(t, `[[], ["nil"], ["non-nil"], ["nil", "non-nil"]]`, string(text))
	require.Equal(t, "[⊥ nil non-nil maybe nil]", fmt.Sprint(all))
	require.Equal(t, "nullness(4)", nullness.Value(4).String())
}
