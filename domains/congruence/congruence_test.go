package congruence_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/bits"
	"github.com/seed38182bad/parallax/domains/congruence"
	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d = congruence.Domain{}
	// Conversions from 8 bits have no fewer bits to go to.
	options = domaintest.IntegerOptions{Steps: 67, BestUnary: true, BestConvert: true, BestTest: true, Canonical: true,
		TightBounds: true}
)

func TestLaws(t *testing.T) { domaintest.CheckIntegers(t, d, domaintest.Congruences, options) }

func FuzzLaws(f *testing.F) {
	latticetest.Fuzz(f, domaintest.IntegerLaws(d, domaintest.Congruences, options))
}

func TestNewNamesTheOffender(t *testing.T) {
	_, err := congruence.New(machine.NoKind, 1, 0)
	require.EqualError(t, err, "congruence of kind none: want int8 to uint64")
	_, err = congruence.New(machine.Int8, 0, 3)
	require.EqualError(t, err, "rest 3 modulo 0: want a modulus of at least 1, or Of for a single value")
	_, err = congruence.New(machine.Int8, 3, 3)
	require.EqualError(t, err, "rest 3 modulo 3: want less than the modulus")
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		kind          machine.Kind
		modulus, rest uint64
		text, json    string
	}{
		{machine.Uint8, 4, 3, "4ℤ+3 uint8", `{"kind":"uint8","modulus":4,"rest":3}`},
		{machine.Int, 6, 0, "6ℤ", `{"kind":"int64","modulus":6,"rest":0}`},
		{machine.Int8, 1, 0, "int8", `{"kind":"int8","modulus":1,"rest":0}`},
		{machine.Int8, 250, 200, "-50 int8", `{"kind":"int8","modulus":0,"rest":-50}`},
		{machine.Int8, 500, 250, "⊥", `null`},
	} {
		e, err := congruence.New(c.kind, c.modulus, c.rest)
		require.NoError(t, err)
		require.Equal(t, c.text, e.String())
		json, err := e.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, c.json, string(json))
	}
}

// All elements of 8 bits: what they describe, and what becomes of it.
func TestAllElements(t *testing.T) {
	for _, k := range []machine.Kind{machine.Int8, machine.Uint8} {
		values := domaintest.AllValues(k)
		for modulus := uint64(1); modulus < 300; modulus++ {
			for rest := range modulus {
				c, err := congruence.New(k, modulus, rest)
				require.NoError(t, err)
				var least, greatest machine.Value
				want := d.Bottom()
				images := map[machine.Unary]congruence.Congruence{}
				for _, x := range values {
					n, _ := x.Int64()
					m := int64(modulus)
					in := (n%m+m)%m == int64(rest)
					if in != d.Contains(c, x) {
						t.Fatalf("%v of %v contains %v: %v", c, k, x, !in)
					}
					if !in {
						continue
					}
					if !least.Kind().Valid() {
						least = x
					}
					greatest = x
					want = d.Join(want, d.Of(x))
					for op := range machine.NumUnaries {
						z, _ := machine.ApplyUnary(op, x)
						images[op] = d.Join(images[op], d.Of(z))
					}
				}
				if least.Kind().Valid() && (congruence.Through(least, modulus) != c || congruence.Through(greatest, modulus) != c) {
					t.Fatalf("%d steps through %v give %v, want %v", modulus, least, congruence.Through(least, modulus), c)
				}
				if c.Rest().Kind().Valid() && !d.Contains(c, c.Rest()) {
					t.Fatalf("%v has the rest %v", c, c.Rest())
				}
				if c != want {
					t.Fatalf("%dℤ+%d of %v is %v, but its values join to %v", modulus, rest, k, c, want)
				}
				if lo, hi, ok := d.Bounds(c); ok && (lo != least || hi != greatest) || ok == (c == d.Bottom()) {
					t.Fatalf("%v has bounds %v and %v, want %v and %v", c, lo, hi, least, greatest)
				}
				for op := range machine.NumUnaries {
					if r := d.Unary(op, c); r != images[op] {
						t.Fatalf("%v of %v is %v, want %v", op, c, r, images[op])
					}
				}
			}
		}
	}
}

// Least common multiples beyond 64 bits.
func TestMeetOfLargeModuli(t *testing.T) {
	of := func(k machine.Kind, modulus, rest uint64) congruence.Congruence {
		c, err := congruence.New(k, modulus, rest)
		require.NoError(t, err)
		return c
	}
	const p, q = 1<<61 - 1, 1<<59 - 55 // without a common divisor
	for _, k := range []machine.Kind{machine.Int64, machine.Uint64} {
		for _, x := range []uint64{0, 5, p, q, p - 1, 1<<62 + 12345, 1<<63 - 1} {
			both := d.Meet(of(k, p, x%p), of(k, q, x%q))
			require.Equal(t, d.Of(k.Bitwise(x)), both)
			shared := d.Meet(of(k, 6<<58, x%(6<<58)), of(k, 10<<58, x%(10<<58)))
			require.True(t, d.Contains(shared, k.Bitwise(x)), "%v of %v", shared, x)
		}
		require.Equal(t, d.Bottom(), d.Meet(of(k, 6<<58, 1), of(k, 10<<58, 0)))
		require.Equal(t, of(k, 21<<40, 7<<40), d.Meet(of(k, 3<<40, 1<<40), of(k, 7<<40, 0)))
	}
	for _, x := range []int64{-1, -p, -p - 1, -1 << 63} {
		minus := uint64(-x)
		both := d.Meet(of(machine.Int64, p, (p-minus%p)%p), of(machine.Int64, q, (q-minus%q)%q))
		require.Equal(t, d.Of(machine.Int64.Of(x)), both)
	}
	require.Equal(t, d.Bottom(), d.Meet(of(machine.Int64, p, 0), of(machine.Int64, q, 1)))
}

func TestWithin(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through all bounds of eight bits")
	}
	k := machine.Int8
	c, err := congruence.New(k, 6, 1)
	require.NoError(t, err)
	for _, lo := range domaintest.AllValues(k) {
		for _, hi := range domaintest.AllValues(k) {
			var least, greatest machine.Value
			for _, x := range domaintest.AllValues(k) {
				if d.Contains(c, x) && lo.Compare(x) <= 0 && x.Compare(hi) <= 0 {
					if greatest = x; !least.Kind().Valid() {
						least = x
					}
				}
			}
			x, y, ok := c.Within(lo, hi)
			require.Equal(t, least.Kind().Valid(), ok)
			if ok && (x != least || y != greatest) {
				t.Fatalf("%v within %v and %v is from %v to %v, want %v and %v", c, lo, hi, x, y, least, greatest)
			}
		}
	}
	_, _, ok := c.Within(machine.Int16.Of(0), machine.Int16.Of(9))
	require.False(t, ok)
}

// Operations on bits know what package bits does of the trailing bits.
func TestBitwiseIsThatOfKnownBits(t *testing.T) {
	for _, k := range machine.Kinds() {
		rapid.Check(t, func(t *rapid.T) {
			a, b := domaintest.Congruences(k).Draw(t, "a"), domaintest.Congruences(k).Draw(t, "b")
			for _, op := range []machine.Op{machine.And, machine.AndNot, machine.Or, machine.Xor} {
				want := congruence.OfBits(bits.Domain{}.Binary(op, a.Bits(), b.Bits()))
				if got := d.Binary(op, a, b); got != want {
					t.Fatalf("%v %v %v is %v, want %v", a, op, b, got, want)
				}
			}
		})
	}
}
