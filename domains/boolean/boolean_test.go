package boolean_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/boolean"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = boolean.Domain{}
	all     = []boolean.Value{boolean.None, boolean.False, boolean.True, boolean.Any}
	meaning = latticetest.Gamma[boolean.Value, bool]{
		Lattice: d, Elements: booleans(), Contains: boolean.Value.Contains,
		Pick: func(t *rapid.T, v boolean.Value) (bool, bool) {
			b := rapid.Bool().Draw(t, "b")
			return b == v.Contains(b), v != boolean.None // b, or else its opposite
		},
	}
)

func laws() []latticetest.Law {
	laws := latticetest.Suite[boolean.Value]{Lattice: d, Elements: booleans(), Steps: 2,
		Transfers: []func(boolean.Value) boolean.Value{d.Not}}.Laws()
	laws = append(laws, domaintest.ZeroIsBottom(d, booleans()))
	laws = append(laws, meaning.Laws()...)
	laws = append(laws, meaning.Sound(d.Not, func(x bool) (bool, bool) { return !x, true }))
	for op := range boolean.NumOps {
		laws = append(laws, meaning.Sound2(
			func(a, b boolean.Value) boolean.Value { return d.Binary(op, a, b) },
			func(x, y bool) (bool, bool) { return boolean.Apply(op, x, y) }))
	}
	return laws
}

func TestLaws(t *testing.T) { latticetest.Run(t, laws()) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, laws()) }

// Each operation against Go's own on all operands: the results are exact.
func TestOperationsAreExact(t *testing.T) {
	concrete := map[boolean.Op]func(x, y bool) bool{
		boolean.And: func(x, y bool) bool { return x && y },
		boolean.Or:  func(x, y bool) bool { return x || y },
		boolean.Eq:  func(x, y bool) bool { return x == y },
		boolean.Ne:  func(x, y bool) bool { return x != y },
	}
	require.Len(t, concrete, int(boolean.NumOps))
	truths := []bool{false, true}
	for op, f := range concrete {
		for _, a := range all {
			for _, b := range all {
				for _, result := range all {
					r, left, right := boolean.None, boolean.None, boolean.None
					for _, x := range truths {
						for _, y := range truths {
							if !a.Contains(x) || !b.Contains(y) {
								continue
							}
							r |= boolean.Of(f(x, y))
							if result.Contains(f(x, y)) {
								left, right = left|boolean.Of(x), right|boolean.Of(y)
							}
						}
					}
					require.Equal(t, r, d.Binary(op, a, b), "%v %v %v", a, op, b)
					x, y := d.Test(op, a, b, result)
					require.Equal(t, []boolean.Value{left, right}, []boolean.Value{x, y}, "%v %v %v is %v", a, op, b, result)
				}
			}
		}
	}
	require.Equal(t, []boolean.Value{boolean.None, boolean.True, boolean.False, boolean.Any},
		[]boolean.Value{d.Not(all[0]), d.Not(all[1]), d.Not(all[2]), d.Not(all[3])})
}

// On all pairs of pairs, larger operands give larger results.
func TestOperationsAreMonotone(t *testing.T) {
	for i := range 256 {
		a, b, c, e := all[i>>6], all[i>>4&3], all[i>>2&3], all[i&3]
		if !d.Leq(a, c) || !d.Leq(b, e) {
			continue
		}
		for op := range boolean.NumOps {
			require.True(t, d.Leq(d.Binary(op, a, b), d.Binary(op, c, e)), "%v %v %v", a, op, b)
			for _, result := range all {
				x, y := d.Test(op, a, b, result)
				for _, more := range all {
					u, v := d.Test(op, c, e, result|more)
					require.True(t, d.Leq(x, u) && d.Leq(y, v), "%v %v %v is %v", a, op, b, result)
				}
			}
		}
	}
}

func TestText(t *testing.T) {
	text, err := json.Marshal(all)
	require.NoError(t, err)
	require.JSONEq(t, `[[], [false], [true], [false, true]]`, string(text))
	require.Equal(t, "[⊥ false true bool]", fmt.Sprint(all))
	require.Equal(t, "boolean(9)", boolean.Value(9).String())
	require.Equal(t, "&& || == != op(4)", fmt.Sprintf("%v %v %v %v %v", boolean.And, boolean.Or, boolean.Eq, boolean.Ne,
		boolean.NumOps))
}

func TestConst(t *testing.T) {
	for _, v := range all {
		b, ok := v.Const()
		require.Equal(t, v == boolean.True || v == boolean.False, ok)
		require.Equal(t, ok, ok && v == boolean.Of(b))
	}
}

func TestUnknownOperation(t *testing.T) {
	x, y := d.Test(boolean.NumOps, boolean.Any, boolean.Any, boolean.Any)
	require.Equal(t, []boolean.Value{0, 0, 0}, []boolean.Value{x, y, d.Binary(boolean.NumOps, boolean.Any, boolean.Any)})
}
