package float_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seed38182bad/parallax/domains/domaintest"
	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
	"github.com/seed38182bad/parallax/lattice/latticetest"
)

var (
	d   = float.Domain{}
	ops = []machine.Op{machine.Add, machine.Sub, machine.Mul, machine.Quo}
)

// A number is what the tests run concretely.
type number struct {
	kind float.Kind
	x    float64
}

func contains(v float.Value, n number) bool { return v.Contains(n.kind, n.x) }

// values draws elements of which most are of kind k.
func values(k float.Kind) *rapid.Generator[float.Value] {
	return rapid.Custom(func(t *rapid.T) float.Value {
		if rapid.IntRange(0, 9).Draw(t, "other kind") == 0 {
			k := domaintest.FloatKinds().Draw(t, "kind")
			return domaintest.Floats(k).Draw(t, "value")
		}
		return domaintest.Floats(k).Draw(t, "value")
	})
}

// some returns numbers that v describes, those at its edges among them.
func some(t *rapid.T, k float.Kind, v float.Value) []float64 {
	candidates := append(domaintest.FloatLandmarks(k), domaintest.FloatNumbers(k).Draw(t, "number"))
	if lo, hi, ok := v.Finite(); ok {
		candidates = append(candidates, lo, hi, domaintest.FloatAfter(k, lo), -domaintest.FloatAfter(k, -hi),
			k2(k, lo/2+hi/2))
	}
	return slices.DeleteFunc(candidates, func(x float64) bool { return !v.Contains(k, x) })
}

func k2(k float.Kind, x float64) float64 {
	if k == float.Float32 {
		return float64(float32(x))
	}
	return x
}

func meaning(k float.Kind) latticetest.Gamma[float.Value, number] {
	return latticetest.Gamma[float.Value, number]{Lattice: d, Elements: values(k), Contains: contains,
		Pick: func(t *rapid.T, v float.Value) (number, bool) {
			of := v.Kind()
			if of == float.NoKind {
				of = k
			}
			if all := some(t, of, v); len(all) > 0 {
				return number{of, rapid.SampledFrom(all).Draw(t, "picked")}, true
			}
			return number{}, false
		}}
}

func laws(k float.Kind) []latticetest.Law {
	by := func(op machine.Op, x float64) func(float.Value) float.Value {
		return func(v float.Value) float.Value { return d.Binary(op, v, k.Of(x)) }
	}
	transfers := []func(float.Value) float.Value{
		by(machine.Add, 1), by(machine.Sub, 0.1), by(machine.Mul, -3), by(machine.Quo, 0.7), by(machine.Quo,
			3), by(machine.Mul, math.Inf(1)),
	}
	for _, f := range slices.Clone(transfers) {
		transfers = append(transfers, func(v float.Value) float.Value { return d.Join(v, f(v)) })
	}
	for f := range float.NumFuncs {
		transfers = append(transfers, func(v float.Value) float.Value { return d.Unary(f, v) })
	}
	// A value has two bounds, four special values and an interval that it can
	// come to have, and there is top.
	laws := latticetest.Suite[float.Value]{Lattice: d, Elements: values(k), Transfers: transfers, Steps: 9,
		Fingerprint: float.Value.String}.Laws()
	laws = append(laws, domaintest.ZeroIsBottom(d, values(k)))
	g := meaning(k)
	laws = append(laws, g.Laws()...)
	for _, op := range ops {
		laws = append(laws, g.Sound2(
			func(a, b float.Value) float.Value { return d.Binary(op, a, b) },
			func(m, n number) (number, bool) {
				z, ok := float.Apply(m.kind, op, m.x, n.x)
				return number{m.kind, z}, ok && m.kind == n.kind
			}))
	}
	for f := range float.NumFuncs {
		laws = append(laws, g.Sound(func(v float.Value) float.Value { return d.Unary(f, v) },
			func(n number) (number, bool) {
				y, ok := float.ApplyFunc(n.kind, f, n.x)
				return number{n.kind, y}, ok
			}))
	}
	for _, to := range []float.Kind{float.Float32, float.Float64} {
		laws = append(laws, g.Sound(func(v float.Value) float.Value { return d.Convert(v, to) },
			func(n number) (number, bool) { return number{to, k2(to, n.x)}, true }))
	}
	return append(laws, operations(k)...)
}

func TestLaws32(t *testing.T) { latticetest.Run(t, laws(float.Float32)) }
func TestLaws64(t *testing.T) { latticetest.Run(t, laws(float.Float64)) }

func FuzzLaws(f *testing.F) { latticetest.Fuzz(f, append(laws(float.Float32), laws(float.Float64)...)) }
