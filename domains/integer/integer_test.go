package integer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/integer"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/domains/strided"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = integer.Domain{}
	options = domaintest.IntegerOptions{Steps: 400}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, integers, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, integers, options))
}

// A loop that counts to a limit, for each kind and step: widened in a few steps, and
// won back by one narrowing.
func TestLoop(t *testing.T) {
	for _, k := range machine.Kinds() {
		for step := int64(1); step <= 8; step++ {
			start := d.Of(k.Of(1))
			round := func(e integer.Integer) integer.Integer {
				body, _ := d.Test(machine.Lt, e, d.Of(k.Of(100)))
				return d.Join(start, d.Binary(machine.Add, body, d.Of(k.Of(step))))
			}
			head, changes := start, 0
			for next := d.Widen(head, round(head)); next != head; next = d.Widen(head, round(head)) {
				head = next
				changes++
			}
			require.LessOrEqual(t, changes, 3, "step %d of %v", step, k)
			head = d.Narrow(head, round(head))
			lo, hi, ok := head.Bounds()
			require.True(t, ok)
			last := 1 + (99+step-1)/step*step
			require.Equal(t, []machine.Value{k.Of(1), k.Of(last)}, []machine.Value{lo, hi}, "step %d of %v gives %v", step, k,
				head)
			require.Equal(t, uint64(step), head.Steps().Stride())
			after, _ := d.Test(machine.Ge, head, d.Of(k.Of(100)))
			require.Equal(t, d.Of(k.Of(last)), after)
		}
	}
}

// The parts tell each other what they know, also in turns.
func TestReduction(t *testing.T) {
	k := machine.Uint8
	between := func(lo, hi int64) integer.Integer {
		a, err := integer.Between(k.Of(lo), k.Of(hi))
		require.NoError(t, err)
		return a
	}
	known := func(ones, unknown uint64) integer.Integer {
		b, err := bits.New(k, ones, unknown)
		require.NoError(t, err)
		return integer.Reduce(strided.Domain{}.Top(), b)
	}
	for _, c := range []struct {
		name string
		a    integer.Integer
		text string
	}{
		{"bounds tell leading bits", between(64, 127), "[64, 127] uint8"},
		{"bits tell bounds", known(0x10, 0x0f), "[16, 31] uint8"},
		{"trailing bits tell a stride", known(0x01, 0xf8), "[1, 249] stride 8 uint8"},
		{"bounds force bits, and these move a bound", d.Meet(known(0x06, 0x09), between(0, 9)), "[6, 7] uint8"},
		{"a stride moves a bound, which tells bits, which leave one value", d.Meet(known(0x01, 0x30), between(2, 20)),
			"17 uint8"},
		{"bits in the middle stand beside", known(0x04, 0xc3), "[4, 199] uint8, 0b??00_01??"},
		{"nothing in common", d.Meet(known(0x01, 0xf0), between(2, 16)), "⊥"},
		{"zero at a bound", first(d.Test(machine.Ne, between(0, 9), between(0, 0))), "[1, 9] uint8"},
		{"a product with an odd number is not zero", d.Binary(machine.Mul,
			first(d.Test(machine.Ne, d.All(k), between(0, 0))), known(1, 0xfe)), "[1, max] uint8"},
	} {
		require.Equal(t, c.text, c.a.String(), c.name)
	}
}

func first(a, _ integer.Integer) integer.Integer { return a }

func TestText(t *testing.T) {
	k := machine.Int8
	a, err := integer.Between(k.Of(-5), k.Of(5))
	require.NoError(t, err)
	a, _ = d.Test(machine.Ne, a, d.Of(k.Of(0)))
	require.Equal(t, "[-5, 5] int8 ≠ 0", a.String())
	json, err := a.MarshalJSON()
	require.NoError(t, err)
	require.Equal(t, `{"kind":"int8","min":-5,"max":5,"stride":1,"bits":"????????","nonzero":true}`, string(json))

	_, err = integer.Between(k.Of(2), k.Of(1))
	require.EqualError(t, err, "interval from 2 to 1: want a lower bound that is not above the upper one")
}

// The element that the package comment shows.
func TestTextOfKnownBits(t *testing.T) {
	known, err := bits.New(machine.Uint8, 0x02, 0x34)
	require.NoError(t, err)
	a := integer.Reduce(strided.Domain{}.Top(), known)
	require.Equal(t, "[2, 54] stride 4 uint8, 0b00??_0?10", a.String())
	for _, x := range domaintest.AllValues(machine.Uint8) {
		n := x.Bits()
		require.Equal(t, n&^0x34 == 2, a.Contains(x), "%d", n)
	}
}
