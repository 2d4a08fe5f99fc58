package float_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
)

var (
	nan     = math.NaN()
	inf     = math.Inf(1)
	negZero = math.Copysign(0, -1)
)

func between(t *testing.T, k float.Kind, lo, hi float64) float.Value {
	t.Helper()
	v, err := k.Between(lo, hi)
	require.NoError(t, err)
	return v
}

func TestBadBounds(t *testing.T) {
	for _, c := range []struct {
		k      float.Kind
		lo, hi float64
		want   string
	}{
		{float.Float64, nan, 1, "the lower bound of [NaN, 1] is NaN, which is no bound: join with Only(NaN)"},
		{float.Float32, 0, nan, "the upper bound of [0, NaN] is NaN, which is no bound: join with Only(NaN)"},
		{float.Float64, 2, 1, "no float64 lies between 2 and 1"},
		{float.Float32, 0.1, 0.1, "no float32 lies between 0.1 and 0.1"},
		{float.NoKind, 0, 1, "kind(0) is no floating-point type: want Float32 or Float64"},
		{9, 0, 1, "kind(9) is no floating-point type: want Float32 or Float64"},
	} {
		v, err := c.k.Between(c.lo, c.hi)
		require.EqualError(t, err, c.want)
		require.Zero(t, v)
	}
	for _, k := range []float.Kind{float.NoKind, 9} {
		require.Zero(t, k.All())
		require.Zero(t, k.Of(1))
		require.Zero(t, k.Only(float.NaN))
		require.Zero(t, d.Convert(float.Float64.Of(1), k))
		require.Zero(t, d.FromInts(k, machine.Int8.Of(1), machine.Int8.Of(2)))
		require.False(t, d.Top().Contains(k, 1))
		require.Equal(t, "none", k.String())
	}
	require.Zero(t, float.Float64.Only(0))
}

func TestText(t *testing.T) {
	f32, f64 := float.Float32, float.Float64
	for _, c := range []struct {
		v          float.Value
		text, json string
	}{
		{d.Bottom(), "⊥", `null`},
		{d.Top(), "⊤", `"any"`},
		{f64.All(), "float64", `{"kind":"float64","finite":[-1.7976931348623157e+308,1.7976931348623157e+308],` +
			`"special":["-0","-Inf","+Inf","NaN"]}`},
		{f32.Of(0.1), "float32 0.1", `{"kind":"float32","finite":[0.1,0.1]}`},
		{f64.Of(negZero), "-0", `{"kind":"float64","special":["-0"]}`},
		{f64.Of(nan), "NaN", `{"kind":"float64","special":["NaN"]}`},
		{d.Join(between(t, f64, -1, 2.5), f64.Of(nan)), "[-1, 2.5] or -0 or NaN",
			`{"kind":"float64","finite":[-1,2.5],"special":["-0","NaN"]}`},
		{between(t, f32, 1, inf), "float32 [1, max] or +Inf",
			`{"kind":"float32","finite":[1,3.4028235e+38],"special":["+Inf"]}`},
		{between(t, f64, 0, 0), "0 or -0", `{"kind":"float64","finite":[0,0],"special":["-0"]}`},
	} {
		require.Equal(t, c.text, c.v.String())
		text, err := json.Marshal(c.v)
		require.NoError(t, err)
		require.JSONEq(t, c.json, string(text))
	}
}

func TestQuestions(t *testing.T) {
	f := float.Float64
	for _, c := range []struct {
		v      float.Value
		lo, hi float64
		ok     bool
	}{
		{d.Top(), 0, 0, false}, {d.Bottom(), 0, 0, false}, {f.Of(nan), 0, 0, false},
		{f.All(), -inf, inf, true}, {f.Only(float.PosInf | float.NaN), inf, inf, true}, {f.Only(float.NegInf), -inf, -inf,
			true},
		{f.Only(float.PosInf | float.NegInf), -inf, inf, true}, {f.Only(float.NegZero), 0, 0, true},
		{d.Join(f.Of(5), f.Of(negZero)), 0, 5, true}, {d.Join(f.Of(5), f.Of(inf)), 5, inf, true},
		{f.Only(float.NegZero | float.NegInf), -inf, 0, true},
	} {
		lo, hi, ok := c.v.Bounds()
		require.Equal(t, c.ok, ok, c.v)
		if ok {
			require.Equal(t, [2]float64{c.lo, c.hi}, [2]float64{lo, hi}, c.v)
		}
	}
	_, _, ok := d.Top().Finite()
	require.False(t, ok)
	require.False(t, float.Float32.All().Contains(float.Float32, 0.1), "0.1 is no float32")
	require.True(t, d.Top().Contains(float.Float32, nan) && f.All().Has(float.NaN) && !d.Top().Has(float.NaN))
}

// What widening with thresholds is for: a counter stays finite, and below the
// constant it is compared with.
func TestWidening(t *testing.T) {
	f := float.Float64
	old, next := between(t, f, 1, 2), between(t, f, 1, 3)
	require.Equal(t, "[1, max]", d.Widen(old, next).String())
	require.Equal(t, "[1, 10]", d.WidenTo(old, next, []int64{-7, 2, 10, 20}).String())
	require.Equal(t, "[-7, 10]", d.WidenTo(old, between(t, f, 0.5, 9), []int64{-7, 2, 10, 20}).String())
	require.Equal(t, next, d.Narrow(d.Widen(old, next), next))
	require.Equal(t, "[1, max] or +Inf", d.Widen(d.Widen(old, next), d.Join(next, f.Of(inf))).String())
}

// Two neighbours in the notes' list of defects: infinity is not lost in a sum, and
// sums commute.
func TestSumsKeepInfinity(t *testing.T) {
	f := float.Float64
	a, b := f.Of(5), between(t, f, -inf, 3)
	require.Equal(t, "[-max, 8] or -Inf", d.Binary(machine.Add, a, b).String())
	require.Equal(t, d.Binary(machine.Add, a, b), d.Binary(machine.Add, b, a))
	all := d.Binary(machine.Add, f.Of(1), f.All())
	require.Equal(t, "[-max, max] or -Inf or +Inf or NaN", all.String())
}

func TestMixedKindsAndUnknownOperations(t *testing.T) {
	a, b := float.Float32.Of(1), float.Float64.Of(1)
	require.Zero(t, d.Binary(machine.Add, a, b))
	x, y := d.Test(machine.Eq, a, b)
	require.Zero(t, x)
	require.Zero(t, y)
	require.Equal(t, "float32 [-max, max] or -Inf or +Inf or NaN", d.Binary(machine.Add, a, d.Top()).String())
	require.Equal(t, d.Top(), d.Binary(machine.Add, d.Top(), d.Top()))
	require.Equal(t, d.Top(), d.Unary(float.Neg, d.Top()))
	require.Equal(t, float.Float64.All(), d.Binary(machine.Rem, b, b))
	require.Equal(t, float.Float64.All(), d.Unary(float.NumFuncs, b))
	x, y = d.Test(machine.NumCmps, b, b)
	require.Equal(t, []float.Value{b, b}, []float.Value{x, y})
	require.Equal(t, float.Float64.All(), d.FromInts(float.Float64, machine.Int8.Of(1), machine.Int16.Of(2)))
	require.Zero(t, d.FromInts(float.Float64, machine.Int8.Of(2), machine.Int8.Of(1)))
	_, _, ok := d.ToInts(b, machine.NoKind)
	require.False(t, ok)
	_, ok = float.Apply(float.Float64, machine.Rem, 1, 1)
	require.False(t, ok)
	_, ok = float.ApplyFunc(float.Float64, float.NumFuncs, 1)
	require.False(t, ok)
	require.False(t, float.Holds(machine.NumCmps, 1, 1))
	require.Equal(t, "Sqrt func(6)", float.Sqrt.String()+" "+float.NumFuncs.String())
}
