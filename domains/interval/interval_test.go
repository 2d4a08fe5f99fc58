package interval_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/interval"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d       = interval.Domain{}
	options = domaintest.IntegerOptions{Steps: 5, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true,
		Best: []machine.Op{machine.Add, machine.Sub, machine.Quo, machine.And, machine.Or, machine.Xor, machine.AndNot,
			machine.Shl, machine.Shr}}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, domaintest.Intervals, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, domaintest.Intervals, options))
}

func between(k machine.Kind, lo, hi int64) interval.Interval {
	a, err := interval.Between(k.Of(lo), k.Of(hi))
	if err != nil {
		panic(err)
	}
	return a
}

func TestText(t *testing.T) {
	for want, a := range map[string]interval.Interval{
		"[0, 10]":        between(machine.Int, 0, 10),
		"[min, -1]":      between(machine.Int, math.MinInt64, -1),
		"[-1, max] int8": between(machine.Int8, -1, 127),
		"[0, 10] uint8":  between(machine.Uint8, 0, 10),
		"[7, max] uint8": between(machine.Uint8, 7, 255),
		"7 uint8":        d.Of(machine.Uint8.Of(7)),
		"-128 int8":      d.Of(machine.Int8.Min()),
		"int64":          d.All(machine.Int),
		"uint16":         d.All(machine.Uint16),
		"⊥":              d.Bottom(),
		"⊤":              d.Top(),
	} {
		require.Equal(t, want, a.String())
	}
}

func TestBadInput(t *testing.T) {
	for want, bounds := range map[string][2]machine.Value{
		"interval from 5 to 1: want a lower bound that is not above the upper one": {machine.Int.Of(5),
			machine.Int.Of(1)},
		"interval from 1 of kind int8 to 2 of kind int64: want bounds of one kind": {machine.Int8.Of(1),
			machine.Int.Of(2)},
		"interval from none of kind none to 2 of kind int64: want bounds that have a kind": {{}, machine.Int.Of(2)},
		"interval from 2 of kind int64 to none of kind none: want bounds that have a kind": {machine.Int.Of(2), {}},
	} {
		a, err := interval.Between(bounds[0], bounds[1])
		require.EqualError(t, err, want)
		require.True(t, a.IsBottom())
	}
}

// SPARTA's intervals lose the infinity in sums, on one side only: [5, 5] +
// [-∞, 3] is [-2147483643, 8] there, and [-∞, 8] the other way round.
func TestSumsWithBoundsOfTheKind(t *testing.T) {
	five, upTo3 := between(machine.Int32, 5, 5), between(machine.Int32, math.MinInt32, 3)
	require.Equal(t, between(machine.Int32, math.MinInt32+5, 8), d.Add(five, upTo3))
	require.Equal(t, d.Add(five, upTo3), d.Add(upTo3, five))
	one := between(machine.Int32, 1, 1)
	require.Equal(t, d.All(machine.Int32), d.Add(one, d.All(machine.Int32)))
	require.Equal(t, d.All(machine.Int32), d.Add(d.All(machine.Int32), one))
	rapid.Check(t, func(t *rapid.T) {
		k := domaintest.Kinds().Draw(t, "kind")
		a, b := domaintest.Intervals(k).Draw(t, "a"), domaintest.Intervals(k).Draw(t, "b")
		if d.Add(a, b) != d.Add(b, a) {
			t.Fatalf("%v + %v is %v, the other way round %v", a, b, d.Add(a, b), d.Add(b, a))
		}
	})
}

// The operations that have methods of their own are those of Binary.
func TestMethodsAreBinary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.OneOf(domaintest.Intervals(domaintest.Kinds().Draw(t, "kind")),
			rapid.SampledFrom([]interval.Interval{d.Bottom(), d.Top()}))
		a, b := any.Draw(t, "a"), any.Draw(t, "b")
		if d.Add(a, b) != d.Binary(machine.Add, a, b) || d.Sub(a, b) != d.Binary(machine.Sub, a, b) {
			t.Fatalf("%v and %v have the sums %v and %v, and the differences %v and %v", a, b,
				d.Add(a, b), d.Binary(machine.Add, a, b), d.Sub(a, b), d.Binary(machine.Sub, a, b))
		}
	})
}

// Remainders are best for one divisor, and products where all wrap alike.
func TestRemainderAndProductAreBestWherePromised(t *testing.T) {
	best := func(op machine.Op, a, b interval.Interval) (r interval.Interval) {
		for _, x := range domaintest.AllValues(a.Kind()) {
			for _, y := range domaintest.AllValues(b.Kind()) {
				if z, ok := machine.Apply(op, x, y); ok && a.Contains(x) && b.Contains(y) {
					r = d.Join(r, d.Of(z))
				}
			}
		}
		return r
	}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom([]machine.Kind{machine.Int8, machine.Uint8}).Draw(t, "kind")
		a, y := domaintest.Intervals(k).Draw(t, "a"), d.Of(domaintest.Values(k).Draw(t, "divisor"))
		if r := d.Binary(machine.Rem, a, y); r != best(machine.Rem, a, y) {
			t.Fatalf("%v %% %v is %v, but %v is best", a, y, r, best(machine.Rem, a, y))
		}
		b := domaintest.Intervals(k).Draw(t, "b")
		if r := d.Binary(machine.Mul, a, b); r != best(machine.Mul, a, b) && r != d.All(k) {
			t.Fatalf("%v * %v is %v, but %v is best", a, b, r, best(machine.Mul, a, b))
		}
	})
}

func TestWidenStopsAtThresholds(t *testing.T) {
	thresholds := []int64{-1000, -5, 0, 10, 100, 1000}
	small := func(k machine.Kind) interval.Interval { return between(k, 1, 2) }
	for k, want := range map[machine.Kind]interval.Interval{
		machine.Int8:   between(machine.Int8, 0, 100),
		machine.Uint64: between(machine.Uint64, 0, 100),
		machine.Int:    between(machine.Int, 0, 100),
	} {
		require.Equal(t, want, d.Widen(small(k), between(k, 0, 11), thresholds...))
	}
	require.Equal(t, between(machine.Int8, -128, 127), d.Widen(small(machine.Int8), between(machine.Int8, -6, 101),
		thresholds...))
	require.Equal(t, between(machine.Int16, -1000, 1000), d.Widen(small(machine.Int16), between(machine.Int16, -6, 101),
		thresholds...))
	huge := d.Join(small(machine.Uint64), d.Of(machine.Uint64.Bitwise(1<<63+1)))
	require.Equal(t, d.Join(small(machine.Uint64), d.Of(machine.Uint64.Max())),
		d.Widen(small(machine.Uint64), huge, thresholds...))
}

// The bounds as int64 are the bounds, but for those that no int64 is.
func TestInt64Bounds(t *testing.T) {
	_, _, ok := d.Bottom().Int64Bounds()
	require.False(t, ok)
	lo, hi, ok := d.Top().Int64Bounds()
	require.True(t, ok)
	require.Equal(t, [2]int64{math.MinInt64, math.MaxInt64}, [2]int64{lo, hi})
	nearest := func(x machine.Value) int64 {
		if machine.Gt.HoldsNumbers(x, machine.Int64.Max()) {
			return math.MaxInt64
		}
		n, ok := x.Int64()
		require.True(t, ok)
		return n
	}
	for _, k := range machine.Kinds() {
		check := func(x interval.Interval) {
			lo, hi, ok := x.Int64Bounds()
			least, greatest, known := x.Bounds()
			if !known {
				require.Equal(t, !x.IsBottom(), ok)
				return
			}
			require.True(t, ok)
			require.Equal(t, [2]int64{nearest(least), nearest(greatest)}, [2]int64{lo, hi}, "%v", x)
		}
		check(d.All(k))
		check(interval.Of(k.Bitwise(1 << 63)))
		check(interval.Of(k.Bitwise(1<<63 - 1)))
		rapid.Check(t, func(t *rapid.T) { check(domaintest.Intervals(k).Draw(t, "x")) })
	}
}
