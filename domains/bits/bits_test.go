package bits_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = bits.Domain{}
	options = domaintest.IntegerOptions{Steps: 67, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.And, machine.Or, machine.Xor, machine.AndNot, machine.Shl,
			machine.Shr}}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, domaintest.Bits, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, domaintest.Bits, options))
}

func TestNewNamesTheOffender(t *testing.T) {
	_, err := bits.New(machine.NoKind, 0, 0)
	require.EqualError(t, err, "known bits of kind none: want int8 to uint64")
	_, err = bits.New(machine.Uint8, 6, 3)
	require.EqualError(t, err, "bits 0x2 are said to be 1 and to be unknown")
	_, err = bits.New(machine.Int8, 1, 0x380)
	require.EqualError(t, err, "int8 has no bits 0x300")
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		kind          machine.Kind
		ones, unknown uint64
		text, json    string
	}{
		{machine.Uint8, 0x40, 0x37, "0b01??_0??? uint8", `{"kind":"uint8","bits":"01??0???"}`},
		{machine.Int8, 0, 0xff, "int8", `{"kind":"int8","bits":"????????"}`},
		{machine.Int16, 0x8000, 0xfff, "0b1000_????×3 int16", `{"kind":"int16","bits":"1000????????????"}`},
		{machine.Int, 1, 0xfffc, "0b0000×12_????×3_??01",
			`{"kind":"int64","bits":"000000000000000000000000000000000000000000000000??????????????01"}`},
	} {
		b, err := bits.New(c.kind, c.ones, c.unknown)
		require.NoError(t, err)
		require.Equal(t, c.text, b.String())
		json, err := b.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, c.json, string(json))
		require.Equal(t, []uint64{c.ones, c.unknown, (1<<c.kind.Bits() - 1) &^ (c.ones | c.unknown)},
			[]uint64{b.Ones(), b.Unknown(), b.Zeros()})
	}
}
