package domaintest

import (
	"math"

	"github.com/seed38182bad/parallax/domains/float"
	"pgregory.net/rapid"
)

// FloatKinds generates the kinds of floating-point numbers.
func FloatKinds() *rapid.Generator[float.Kind] {
	return rapid.SampledFrom([]float.Kind{float.Float32, float.Float64})
}

// FloatNumbers generates numbers of kind k, among which NaN, the infinities, both
// zeros, the ends of the range, small integers and neighbours of all these come up
// often.
func FloatNumbers(k float.Kind) *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		if rapid.IntRange(0, 5).Draw(t, "how") == 0 {
			if k == float.Float32 {
				return float64(math.Float32frombits(rapid.Uint32().Draw(t, "bits")))
			}
			return math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		}
		x := rapid.SampledFrom(FloatLandmarks(k)).Draw(t, "landmark")
		for n := rapid.IntRange(-2, 2).Draw(t, "steps"); n != 0; {
			if n > 0 {
				x, n = FloatAfter(k, x), n-1
			} else {
				x, n = -FloatAfter(k, -x), n+1
			}
		}
		return x
	})
}

// FloatLandmarks returns numbers at which the arithmetic of kind k changes its
// ways.
func FloatLandmarks(k float.Kind) []float64 {
	greatest, tiny, normal := math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022
	if k == float.Float32 {
		greatest, tiny, normal = math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126
	}
	marks := []float64{math.NaN()}
	for _, x := range []float64{0, tiny, normal, 1, 1.5, 10, 0x1p31, 0x1p63, 0x1p64, math.Sqrt(greatest), greatest,
		math.Inf(1)} {
		if k == float.Float32 {
			x = float64(float32(x))
		}
		marks = append(marks, x, -x)
	}
	marks[2] = math.Copysign(0, -1)
	return marks
}

// FloatAfter returns the number of kind k that follows x; 0 follows -0.
func FloatAfter(k float.Kind, x float64) float64 {
	switch {
	case x == 0 && math.Signbit(x):
		return 0
	case k == float.Float32:
		return float64(math.Nextafter32(float32(x), float32(math.Inf(1))))
	}
	return math.Nextafter(x, math.Inf(1))
}

// Floats generates elements of float of kind k.
func Floats(k float.Kind) *rapid.Generator[float.Value] {
	return rapid.Custom(func(t *rapid.T) float.Value {
		d := float.Domain{}
		v := k.Only(rapid.SampledFrom([]float.Special{0, 0, float.NaN, float.NegZero, float.PosInf, float.NegInf,
			float.NaN | float.PosInf, float.NegZero | float.NegInf}).Draw(t, "special"))
		if rapid.IntRange(0, 3).Draw(t, "only special") == 0 {
			return v
		}
		x := FloatNumbers(k).Draw(t, "x")
		y := x
		if rapid.Bool().Draw(t, "wide") {
			y = FloatNumbers(k).Draw(t, "y")
		}
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			y = FloatAfter(k, y)
		}
		for _, z := range []float64{x, y} {
			if !math.IsNaN(z) && !math.IsInf(z, 0) {
				v = d.Join(v, k.Of(z))
			}
		}
		return v
	})
}
