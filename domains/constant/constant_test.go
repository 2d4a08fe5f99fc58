package constant_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/constant"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = constant.Domain{}
	options = domaintest.IntegerOptions{Steps: 3, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.Mul, machine.Quo, machine.Rem, machine.And, machine.Or,
			machine.Xor,
			machine.AndNot, machine.Shl, machine.Shr}}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, constants, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, constants, options))
}

func TestText(t *testing.T) {
	for want, c := range map[string]constant.Constant{
		`-5 {"kind":"int64","value":-5}`:     d.Of(machine.Int.Of(-5)),
		`0 uint8 {"kind":"uint8","value":0}`: d.Of(machine.Uint8.Of(0)),
		`uint8 {"kind":"uint8"}`:             d.All(machine.Uint8),
		`⊥ null`:                             d.Bottom(),
		`⊤ "any"`:                            d.Top(),
	} {
		j, err := json.Marshal(c)
		require.NoError(t, err)
		require.Equal(t, want, c.String()+" "+string(j))
	}
}

func TestValue(t *testing.T) {
	x := machine.Int8.Of(-5)
	got, ok := d.Of(x).Value()
	require.True(t, ok)
	require.Equal(t, x, got)
	for _, c := range []constant.Constant{d.All(machine.Int8), d.Bottom(), d.Top(), constant.Of(machine.Value{})} {
		_, ok := c.Value()
		require.False(t, ok)
	}
}

// BenchmarkAdd compares the sum of constants with that of their values.
func BenchmarkAdd(b *testing.B) {
	var values [256]machine.Value
	var constants [256]constant.Constant
	for i := range values {
		values[i] = machine.Kinds()[i%8/4].Of(int64(i))
		constants[i] = d.Of(values[i])
	}
	var x machine.Value
	var c constant.Constant
	onValues := func() {
		for i := range values {
			x, _ = machine.Apply(machine.Add, values[i], values[i^1])
		}
	}
	onConstants := func() {
		for i := range constants {
			c = d.Binary(machine.Add, constants[i], constants[i^1])
		}
	}
	for b.Loop() {
		onConstants()
	}
	own, base := domaintest.Nanoseconds(onConstants), domaintest.Nanoseconds(onValues)
	b.ReportMetric(own/256, "ns/operation")
	b.ReportMetric(own/base, "x-values")
	if y, ok := c.Value(); !ok || y != x {
		b.Fatalf("the last sum is %v, of values %v", c, x)
	}
}
