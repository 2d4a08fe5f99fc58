package strided_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d = strided.Domain{}
	// Conversions from 8 bits have no fewer bits to go to.
	options = domaintest.IntegerOptions{Steps: 200, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, domaintest.Strided, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, domaintest.Strided, options))
}

func TestStepsNamesTheOffender(t *testing.T) {
	i := machine.Int8.Of
	_, err := strided.Steps(i(3), i(9), 4)
	require.EqualError(t, err, "stride 4 does not lead from 3 to 9")
	_, err = strided.Steps(i(3), i(3), 4)
	require.EqualError(t, err, "stride 4 does not lead from 3 to 3")
	_, err = strided.Steps(i(3), i(4), 0)
	require.EqualError(t, err, "stride 0 does not lead from 3 to 4")
	_, err = strided.Steps(i(3), i(1), 2)
	require.ErrorContains(t, err, "interval from 3 to 1")
	_, err = strided.Steps(i(3), machine.Int16.Of(5), 2)
	require.ErrorContains(t, err, "int16")
}

func steps(t *testing.T, k machine.Kind, lo, hi int64, stride uint64) strided.Interval {
	a, err := strided.Steps(k.Of(lo), k.Of(hi), stride)
	require.NoError(t, err)
	return a
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		a          strided.Interval
		text, json string
	}{
		{steps(t, machine.Int, 0, 10, 2), "[0, 10] stride 2", `{"kind":"int64","min":0,"max":10,"stride":2}`},
		{steps(t, machine.Uint8, 0, 255, 5), "[0, max] stride 5 uint8", `{"kind":"uint8","min":0,"max":255,"stride":5}`},
		{steps(t, machine.Int8, -128, 127, 255), "[min, max] stride 255 int8",
			`{"kind":"int8","min":-128,"max":127,"stride":255}`},
		{steps(t, machine.Int, 4, 4, 0), "4", `{"kind":"int64","min":4,"max":4,"stride":0}`},
		{steps(t, machine.Int16, 4, 5, 1), "[4, 5] int16", `{"kind":"int16","min":4,"max":5,"stride":1}`},
		{d.All(machine.Int16), "int16", `{"kind":"int16","min":-32768,"max":32767,"stride":1}`},
		{d.Top(), "⊤", `"any"`},
		{d.Bottom(), "⊥", `null`},
	} {
		require.Equal(t, c.text, c.a.String())
		json, err := c.a.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, c.json, string(json))
	}
}

// What the parts know only together.
func TestReduction(t *testing.T) {
	i := machine.Int
	for _, c := range []struct {
		name      string
		got, want strided.Interval
	}{
		{"a sum that cannot wrap", d.Binary(machine.Add, steps(t, i, 0, 30, 6), steps(t, i, 1, 10, 9)),
			steps(t, i, 1, 40, 3)},
		{"a sum of which all wrap", d.Binary(machine.Add, steps(t, machine.Uint8, 200, 230, 6),
			steps(t, machine.Uint8, 100, 109, 3)), steps(t, machine.Uint8, 44, 83, 3)},
		{"a sum of which some wrap", d.Binary(machine.Add, steps(t, machine.Uint8, 200, 236, 12),
			steps(t, machine.Uint8, 20, 50, 6)), steps(t, machine.Uint8, 0, 254, 2)},
		{"a product", d.Binary(machine.Mul, steps(t, i, 3, 15, 6), steps(t, i, -20, 10, 10)), steps(t, i, -300, 150, 30)},
		{"a product that fits into the smallest kind", d.Binary(machine.Mul, steps(t, machine.Int8, -3, 3, 3),
			steps(t, machine.Int8, 7, 42, 7)), steps(t, machine.Int8, -126, 126, 21)},
		{"a shift", d.Binary(machine.Shl, steps(t, i, 3, 15, 6), steps(t, i, 2, 2, 0)), steps(t, i, 12, 60, 24)},
		{"a quotient of numbers that are not negative", d.Binary(machine.Quo, steps(t, i, 3, 15, 6), steps(t, i, 2, 2, 0)),
			steps(t, i, 1, 7, 3)},
		{"a remainder of numbers that are not negative", d.Binary(machine.Rem, steps(t, i, 3, 63, 4), steps(t, i, 4, 4, 0)),
			steps(t, i, 3, 3, 0)},
		{"a remainder of small numbers", d.Binary(machine.Rem, steps(t, i, -9, 9, 3), steps(t, i, 10, 40, 30)),
			steps(t, i, -9, 9, 3)},
		{"a conversion that fits", d.Convert(steps(t, i, 1, 22, 7), machine.Uint8), steps(t, machine.Uint8, 1, 22, 7)},
		{"a conversion that wraps alike", d.Convert(steps(t, i, 257, 278, 7), machine.Uint8),
			steps(t, machine.Uint8, 1, 22, 7)},
	} {
		require.Equal(t, c.want, c.got, "%s: want %v, got %v", c.name, c.want, c.got)
	}
}

// A widened bound is moved back by reduction to a value of the class. That must
// not look like a bound that grows, or that is none to narrow.
func TestWideningStabilisesInSpiteOfReduction(t *testing.T) {
	for _, k := range machine.Kinds() {
		for stride := int64(1); stride <= 7; stride++ {
			head, start := d.Of(k.Of(1)), d.Of(k.Of(1))
			round := func(e strided.Interval) strided.Interval {
				body, _ := d.Test(machine.Lt, e, d.Of(k.Of(50)))
				return d.Join(start, d.Binary(machine.Add, body, d.Of(k.Of(stride))))
			}
			changes := 0
			for next := d.Widen(head, round(head)); next != head; next = d.Widen(head, round(head)) {
				head = next
				changes++
			}
			require.LessOrEqual(t, changes, 2, "stride %d of %v", stride, k)
			last := 1 + (49+stride-1)/stride*stride
			require.Equal(t, steps(t, k, 1, last, uint64(stride)), d.Narrow(head, round(head)), "stride %d of %v", stride, k)
		}
	}
}
