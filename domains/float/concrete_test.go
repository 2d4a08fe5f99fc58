package float_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
)

// fromInt is Go's own conversion.
func fromInt(k float.Kind, x machine.Value) float64 {
	i, u := int64(x.Bits()), x.Bits()
	switch {
	case x.Kind().Signed() && k == float.Float32:
		return float64(float32(i))
	case x.Kind().Signed():
		return float64(i)
	case k == float.Float32:
		return float64(float32(u))
	}
	return float64(u)
}

// toInt is the conversion, and whether Go defines it: through big numbers.
func toInt(x float64, k machine.Kind) (machine.Value, bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return machine.Value{}, false
	}
	i, _ := big.NewFloat(x).Int(nil)
	switch {
	case i.IsInt64():
		v := machine.Int64.Of(i.Int64())
		return v.Convert(k), v.Fits(k)
	case i.IsUint64():
		v := machine.Uint64.Bitwise(i.Uint64())
		return v.Convert(k), v.Fits(k)
	}
	return machine.Value{}, false
}

// Intervals between landmarks, with all pairs of landmarks in them.
func TestLandmarks(t *testing.T) {
	for _, k := range []float.Kind{float.Float32, float.Float64} {
		marks := domaintest.FloatLandmarks(k)
		var all []float.Value
		for i, x := range marks {
			for _, y := range marks[:i+1] {
				all = append(all, d.Join(k.Of(x), k.Of(y)))
			}
		}
		described := map[float.Value][]float64{}
		for _, v := range all {
			for _, x := range marks {
				if v.Contains(k, x) {
					described[v] = append(described[v], x)
				}
			}
		}
		for i, a := range all {
			b := all[(i*31+7)%len(all)]
			for _, pair := range [][2]float.Value{{a, b}, {a, a}, {a, all[0]}, {all[i/2], a}} {
				for _, op := range ops {
					r := d.Binary(op, pair[0], pair[1])
					for _, x := range described[pair[0]] {
						for _, y := range described[pair[1]] {
							z, ok := float.Apply(k, op, x, y)
							require.True(t, ok)
							if !r.Contains(k, z) {
								t.Fatalf("%v %v %v = %v, which is not in %v, for %v and %v", x, op, y, z, r, pair[0], pair[1])
							}
						}
					}
				}
			}
		}
	}
}

// The concrete operations of these tests against Go's own, for float32 computed in
// float32.
func TestApplyIsGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := domaintest.FloatNumbers(float.Float64).Draw(t, "x"), domaintest.FloatNumbers(float.Float64).Draw(t, "y")
		u, v := float32(domaintest.FloatNumbers(float.Float32).Draw(t,
			"u")), float32(domaintest.FloatNumbers(float.Float32).Draw(t, "v"))
		for op, want := range map[machine.Op][2]float64{
			machine.Add: {x + y, float64(u + v)}, machine.Sub: {x - y, float64(u - v)},
			machine.Mul: {x * y, float64(u * v)}, machine.Quo: {x / y, float64(u / v)},
		} {
			z, _ := float.Apply(float.Float64, op, x, y)
			w, _ := float.Apply(float.Float32, op, float64(u), float64(v))
			if !sameNumber(z, want[0]) || !sameNumber(w, want[1]) {
				t.Fatalf("%v %v %v = %v, want %v; %v %v %v = %v, want %v", x, op, y, z, want[0], u, op, v, w, want[1])
			}
		}
	})
}

func sameNumber(x, y float64) bool {
	return math.IsNaN(x) && math.IsNaN(y) || x == y && math.Signbit(x) == math.Signbit(y)
}
