package lattice_test

import (
	"testing"

	"github.com/seed38182bad/parallax/lattice"
)

// BenchmarkMergeTwentyVariables merges small environments of 20 interval
// variables: the bar for the dense form is 150 ns. Half of the variables grow in
// either direction, and the merged state is reset each time, within the measure.
func BenchmarkMergeTwentyVariables(b *testing.B) {
	const n = 20
	of := lattice.Denses(intervals{})
	x, y := of(n, interval{0, 9}), of(n, interval{0, 9})
	var mx, my lattice.Map[uint32, interval]
	gx, gy := map[uint32]interval{}, map[uint32]interval{}
	for i := range n {
		if i%2 == 0 {
			x.Set(i, interval{-1, 9})
			y.Set(i, interval{0, 10})
		}
		mx, my = mx.Set(uint32(i), x.Get(i)), my.Set(uint32(i), y.Get(i))
		gx[uint32(i)], gy[uint32(i)] = x.Get(i), y.Get(i)
	}
	b.Run("Dense", func(b *testing.B) {
		b.ReportAllocs()
		s := x.Clone()
		for b.Loop() {
			s.Merge(y)
			for i := 0; i < n; i += 2 {
				s.Set(i, interval{-1, 9})
			}
		}
	})
	b.Run("Dense/clone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.Clone().Merge(y)
		}
	})
	b.Run("Dense/ordered", func(b *testing.B) {
		b.ReportAllocs()
		s, _ := x.Clone().Merge(y)
		for b.Loop() {
			s.Merge(y)
		}
	})
	b.Run("Map", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mx.Merge(my, intervals{}.Merge)
		}
	})
	b.Run("gomap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := make(map[uint32]interval, n)
			for k, v := range gx {
				r[k] = intervals{}.Join(v, gy[k])
			}
		}
	})
}
