package float_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/float"
	"github.com/seed38182bad/parallax/domains/machine"
)

// BenchmarkOperations measures operations on intervals alone, and the same ones on
// intervals that have special values beside them, in one run.
func BenchmarkOperations(b *testing.B) {
	plain := [2]float.Value{d.Join(float.Float64.Of(1), float.Float64.Of(10)),
		d.Join(float.Float64.Of(-8), float.Float64.Of(-2))}
	special := [2]float.Value{d.Join(plain[0], float.Float64.Only(float.NaN|float.PosInf)),
		d.Join(plain[1], float.Float64.Of(0))}
	for name, f := range map[string]func(x, y float.Value) float.Value{
		"join": d.Join,
		"meet": d.Meet,
		"add":  func(x, y float.Value) float.Value { return d.Binary(machine.Add, x, y) },
		"mul":  func(x, y float.Value) float.Value { return d.Binary(machine.Mul, x, y) },
		"less": func(x, y float.Value) float.Value { r, _ := d.Test(machine.Lt, x, y); return r },
	} {
		b.Run(name, func(b *testing.B) {
			var r float.Value
			var spent [2]time.Duration
			const rounds = 1000
			for b.Loop() {
				for i, operands := range [][2]float.Value{plain, special} {
					start := time.Now()
					for range rounds {
						f(operands[0], operands[1])
						r = f(operands[1], operands[0])
					}
					spent[i] += time.Since(start)
				}
			}
			perOp := float64(2 * rounds * b.N)
			b.ReportMetric(float64(spent[0].Nanoseconds())/perOp, "ns/plain")
			b.ReportMetric(float64(spent[1].Nanoseconds())/perOp, "ns/special")
			b.ReportMetric(float64(spent[1])/float64(spent[0]), "special/plain")
			if r.Kind() == float.NoKind && name == "join" {
				b.Fatal(r)
			}
		})
	}
}
