package sign_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/sign"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = sign.Domain{}
	options = domaintest.IntegerOptions{Steps: 4, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.Mul, machine.Quo, machine.Rem, machine.And, machine.Or,
			machine.Xor,
			machine.AndNot, machine.Shl, machine.Shr}}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, signs, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, signs, options))
}

// elements are all elements of kind k.
func elements(t *testing.T, k machine.Kind) []sign.Sign {
	var all []sign.Sign
	for set := range sign.Set(8) {
		if !k.Signed() && set&sign.Negative != 0 {
			continue
		}
		s, err := sign.New(k, set)
		require.NoError(t, err)
		all = append(all, s)
	}
	return all
}

// The tables hold for the values of all pairs of signs, with nothing to spare; for
// kinds of all widths alike.
func TestTablesAreBest(t *testing.T) {
	for op := range machine.NumOps {
		for _, kinds := range [][3]machine.Kind{
			{machine.Int8, machine.Int8, machine.Int64}, {machine.Int8, machine.Uint8, machine.Int16},
			{machine.Uint8, machine.Uint8, machine.Uint32}, {machine.Uint8, machine.Int8, machine.Uint64},
		} {
			k, l, wide := kinds[0], kinds[1], kinds[2]
			if k != l && !op.IsShift() {
				continue
			}
			best := tabulate(op, k, l)
			for _, a := range elements(t, k) {
				for _, b := range elements(t, l) {
					var want sign.Set
					for i := range 3 {
						for j := range 3 {
							if a.Set()>>i&1 != 0 && b.Set()>>j&1 != 0 {
								want |= best[i][j]
							}
						}
					}
					require.Equal(t, want, d.Binary(op, a, b).Set(), "%v %v %v", a, op, b)
					x, err := sign.New(wide, a.Set())
					require.NoError(t, err)
					y := b
					if !op.IsShift() {
						y, err = sign.New(wide, b.Set())
						require.NoError(t, err)
					}
					require.Equal(t, want, d.Binary(op, x, y).Set(), "%v %v %v", x, op, y)
				}
			}
		}
	}
}

// tabulate finds the signs of all results for each pair of signs.
func tabulate(op machine.Op, k, l machine.Kind) (results [3][3]sign.Set) {
	for _, x := range domaintest.AllValues(k) {
		for _, y := range domaintest.AllValues(l) {
			if z, ok := machine.Apply(op, x, y); ok {
				results[x.Sign()+1][y.Sign()+1] |= sign.Of(z).Set()
			}
		}
	}
	return results
}

func TestText(t *testing.T) {
	text := func(k machine.Kind, set sign.Set) string {
		s, err := sign.New(k, set)
		require.NoError(t, err)
		j, err := json.Marshal(s)
		require.NoError(t, err)
		return s.String() + " " + string(j)
	}
	require.Equal(t, `≥0 {"kind":"int64","signs":"0+"}`, text(machine.Int, sign.Zero|sign.Positive))
	require.Equal(t, `≠0 int8 {"kind":"int8","signs":"-+"}`, text(machine.Int8, sign.Negative|sign.Positive))
	require.Equal(t, `uint8 {"kind":"uint8","signs":"0+"}`, text(machine.Uint8, sign.Zero|sign.Positive))
	require.Equal(t, `⊥ null`, text(machine.Uint8, 0))
	require.Equal(t, "⊤", d.Top().String())
}

func TestBadInput(t *testing.T) {
	_, err := sign.New(machine.NoKind, sign.Zero)
	require.EqualError(t, err, "signs of values of kind none: want a kind")
	_, err = sign.New(machine.Uint16, sign.Negative|sign.Zero)
	require.EqualError(t, err, "signs of values of kind uint16: it has no values that are <0")
	_, err = sign.New(machine.Int16, 9)
	require.EqualError(t, err, "signs of values of kind int16: set 9 has more than Negative, Zero and Positive")
}
