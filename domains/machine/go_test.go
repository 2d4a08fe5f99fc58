package machine_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/machine"
)

// integer is the types of Go that the kinds stand for.
type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// asGo is the value of the Go type T that x stands for, by its 64 bits.
func asGo[T integer](x machine.Value) T { return T(x.Bits()) }

// eachKind runs a test for each kind with its Go type.
func eachKind(t *testing.T, int8s, int16s, int32s, int64s, uint8s, uint16s, uint32s,
	uint64s func(*testing.T, machine.Kind)) {
	tests := []func(*testing.T, machine.Kind){int8s, int16s, int32s, int64s, uint8s, uint16s, uint32s, uint64s}
	for i, k := range machine.Kinds() {
		t.Run(k.String(), func(t *testing.T) { tests[i](t, k) })
	}
}

// Each operation on values of each kind is that of Go on its type.
func TestOperationsAreGo(t *testing.T) {
	eachKind(t, operations[int8], operations[int16], operations[int32], operations[int64],
		operations[uint8], operations[uint16], operations[uint32], operations[uint64])
}

func operations[T integer](t *testing.T, k machine.Kind) {
	rapid.Check(t, func(t *rapid.T) {
		for range 8 {
			a, b := domaintest.Values(k).Draw(t, "a"), domaintest.Values(k).Draw(t, "b")
			x, y := asGo[T](a), asGo[T](b)
			goes := map[machine.Op]T{
				machine.Add: x + y, machine.Sub: x - y, machine.Mul: x * y,
				machine.And: x & y, machine.Or: x | y, machine.Xor: x ^ y, machine.AndNot: x &^ y,
			}
			if y != 0 {
				goes[machine.Quo], goes[machine.Rem] = x/y, x%y
			}
			if y >= 0 {
				goes[machine.Shl], goes[machine.Shr] = x<<y, x>>y
			}
			for op := range machine.NumOps {
				want, defined := goes[op]
				got, ok := machine.Apply(op, a, b)
				if ok != defined || ok && (asGo[T](got) != want || got != k.Bitwise(got.Bits()) || got.Kind() != k) {
					t.Fatalf("%v %v %v = %v (%v), in Go %v (%v)", a, op, b, got, ok, want, defined)
				}
			}
			for op, want := range map[machine.Unary]T{machine.Neg: -x, machine.Not: ^x} {
				if got, ok := machine.ApplyUnary(op, a); !ok || asGo[T](got) != want || got.Kind() != k {
					t.Fatalf("%v%v = %v (%v), in Go %v", op, a, got, ok, want)
				}
			}
			for c, want := range map[machine.Cmp]bool{machine.Eq: x == y, machine.Ne: x != y, machine.Lt: x < y,
				machine.Le: x <= y, machine.Gt: x > y, machine.Ge: x >= y} {
				if c.Holds(a, b) != want || c.Negate().Holds(a, b) == want || c.Swap().Holds(b, a) != want {
					t.Fatalf("%v %v %v is %v, its negation %v, swapped %v; in Go %v", a, c, b,
						c.Holds(a, b), c.Negate().Holds(a, b), c.Swap().Holds(b, a), want)
				}
			}
		}
	})
}

// Shifts take counts of all kinds.
func TestShiftsAreGo(t *testing.T) {
	eachKind(t, shifts[int8], shifts[int16], shifts[int32], shifts[int64],
		shifts[uint8], shifts[uint16], shifts[uint32], shifts[uint64])
}

func shifts[T integer](t *testing.T, k machine.Kind) {
	rapid.Check(t, func(t *rapid.T) {
		a, count := domaintest.Values(k).Draw(t, "a"), domaintest.AnyValues().Draw(t, "count")
		left, ok := machine.Apply(machine.Shl, a, count)
		right, alsoOK := machine.Apply(machine.Shr, a, count)
		n, counts := count.Uint64()
		if ok != counts || alsoOK != counts {
			t.Fatalf("shifts by %v are defined: %v, %v", count, ok, alsoOK)
		}
		if x := asGo[T](a); ok && (asGo[T](left) != x<<n || asGo[T](right) != x>>n) {
			t.Fatalf("%v shifted by %v is %v and %v, in Go %v and %v", a, n, left, right, x<<n, x>>n)
		}
	})
}

// Conversions from each kind to each other are those of Go.
func TestConversionsAreGo(t *testing.T) {
	eachKind(t, conversions[int8], conversions[int16], conversions[int32], conversions[int64],
		conversions[uint8], conversions[uint16], conversions[uint32], conversions[uint64])
}

func conversions[T integer](t *testing.T, k machine.Kind) {
	rapid.Check(t, func(t *rapid.T) {
		a := domaintest.Values(k).Draw(t, "a")
		x := asGo[T](a)
		for to, want := range map[machine.Kind]machine.Value{
			machine.Int8: machine.Int8.Of(int64(int8(x))), machine.Int16: machine.Int16.Of(int64(int16(x))),
			machine.Int32: machine.Int32.Of(int64(int32(x))), machine.Int64: machine.Int64.Of(int64(x)),
			machine.Uint8: machine.Uint8.Of(int64(uint8(x))), machine.Uint16: machine.Uint16.Of(int64(uint16(x))),
			machine.Uint32: machine.Uint32.Of(int64(uint32(x))), machine.Uint64: machine.Uint64.Bitwise(uint64(x)),
		} {
			got := a.Convert(to)
			if got != want {
				t.Fatalf("%v converted to %v is %v, in Go %v", a, to, got, want)
			}
			if fits := number(got).Cmp(number(a)) == 0; a.Fits(to) != fits {
				t.Fatalf("%v fits %v is %v, but it is converted to %v", a, to, a.Fits(to), got)
			}
		}
	})
}

// number is the integer that x stands for, by its text.
func number(x machine.Value) *big.Int {
	n, ok := new(big.Int).SetString(x.String(), 10)
	if !ok {
		panic("no integer: " + x.String())
	}
	return n
}

// Values are numbers: their text, order, sign and bits say the same.
func TestValuesAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := domaintest.AnyValues().Draw(t, "x"), domaintest.AnyValues().Draw(t, "y")
		n, m := number(x), number(y)
		if got := x.CompareNumbers(y); got != n.Cmp(m) {
			t.Fatalf("%v and %v compare as %d", x, y, got)
		}
		if x.Kind() == y.Kind() && (x.Compare(y) != n.Cmp(m) || (x == y) != (n.Cmp(m) == 0)) {
			t.Fatalf("%v and %v of kind %v compare as %d", x, y, x.Kind(), x.Compare(y))
		}
		if x.Kind() != y.Kind() && (x.Compare(y) == 0 || x.Compare(y) != -y.Compare(x) || machine.Eq.Holds(x, y) ||
			machine.Ne.Holds(x, y)) {
			t.Fatalf("%v of kind %v and %v of kind %v compare as %d", x, x.Kind(), y, y.Kind(), x.Compare(y))
		}
		if x.Sign() != n.Sign() {
			t.Fatalf("%v has sign %d", x, x.Sign())
		}
		if i, ok := x.Int64(); ok != n.IsInt64() || ok && i != n.Int64() {
			t.Fatalf("%v is the int64 %d (%v)", x, i, ok)
		}
		if u, ok := x.Uint64(); ok != n.IsUint64() || ok && u != n.Uint64() {
			t.Fatalf("%v is the uint64 %d (%v)", x, u, ok)
		}
		if x.Kind().Min().CompareNumbers(x) > 0 || x.Kind().Max().CompareNumbers(x) < 0 {
			t.Fatalf("%v of kind %v is not between %v and %v", x, x.Kind(), x.Kind().Min(), x.Kind().Max())
		}
		if j, err := x.MarshalJSON(); err != nil || string(j) != n.String() {
			t.Fatalf("%v is %s in JSON (%v)", x, j, err)
		}
	})
}

// Of is the value that is congruent.
func TestOfIsCongruent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, x := domaintest.Kinds().Draw(t, "kind"), rapid.OneOf(rapid.Int64(), rapid.Int64Range(-300, 300),
			rapid.Just(int64(math.MinInt64))).Draw(t, "x")
		modulus := new(big.Int).Lsh(big.NewInt(1), uint(k.Bits()))
		difference := new(big.Int).Sub(number(k.Of(x)), big.NewInt(x))
		if difference.Mod(difference, modulus).Sign() != 0 {
			t.Fatalf("%v.Of(%d) is %v", k, x, k.Of(x))
		}
	})
}
