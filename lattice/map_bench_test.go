package lattice

import (
	"testing"

	"github.com/benbjohnson/immutable"
)

// span is the value of the benchmarks: an interval of int64.
type span struct{ lo, hi int64 }

func joinSpan(a, b span) (span, Side) {
	r := span{min(a.lo, b.lo), max(a.hi, b.hi)}
	return r, SideOf(r, a, b)
}

const many = 100_000

// scatter is a fixed sequence of keys that are evenly spread.
func scatter(i int) uint32 { return uint32(i) * 2654435761 }

func manySpans(key func(int) uint32) Map[uint32, span] {
	var m Map[uint32, span]
	for i := range many {
		m = m.Set(key(i), span{int64(i), int64(i) + 10})
	}
	return m
}

func dense(i int) uint32 { return uint32(i) }

// random is a fixed sequence of keys that are not evenly spread: splitmix64
// (Steele, Lea and Flood, OOPSLA 2014).
func random(i int) uint32 {
	z := uint64(i+1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return uint32(z >> 32)
}

var distributions = []struct {
	name string
	key  func(int) uint32
}{{"dense", dense}, {"scattered", scatter}, {"random", random}}

// differing returns two maps that differ from m and from each other in ten keys,
// with values neither of which includes the other.
func differing(m Map[uint32, span], key func(int) uint32) (a, b Map[uint32, span]) {
	a, b = m, m
	for i := range 10 {
		k := key(int(scatter(i)>>7) % many)
		v, _ := m.Get(k)
		a = a.Set(k, span{v.lo - 1, v.hi})
		b = b.Set(k, span{v.lo, v.hi + 1})
	}
	return a, b
}

// BenchmarkMergeTenOfMany merges maps of 100,000 keys of which ten differ: the
// bar is 3 µs. The same join done with benbjohnson/immutable by going through
// one operand, and with a Go map that is copied, stand beside it.
func BenchmarkMergeTenOfMany(b *testing.B) {
	for _, keys := range distributions {
		m := manySpans(keys.key)
		x, y := differing(m, keys.key)
		b.Run("Map/"+keys.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Merge(y, joinSpan)
			}
		})
		b.Run("Map/"+keys.name+"/ordered", func(b *testing.B) {
			above, _ := x.Merge(y, joinSpan)
			b.ReportAllocs()
			for b.Loop() {
				x.Merge(above, joinSpan)
			}
		})
		b.Run("Map/"+keys.name+"/identical", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Merge(x, joinSpan)
			}
		})
	}
	x, y := differing(manySpans(dense), dense)
	im, in := immutable.NewMap[uint32, span](nil), immutable.NewMap[uint32, span](nil)
	gm, gn := map[uint32]span{}, map[uint32]span{}
	for k, v := range x.All() {
		im, gm[k] = im.Set(k, v), v
	}
	for k, v := range y.All() {
		in, gn[k] = in.Set(k, v), v
	}
	b.Run("immutable", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := im
			for it := in.Iterator(); !it.Done(); {
				k, v, _ := it.Next()
				old, ok := r.Get(k)
				if j, side := joinSpan(old, v); !ok || side&Left == 0 {
					r = r.Set(k, j)
				}
			}
		}
	})
	b.Run("gomap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := make(map[uint32]span, len(gm))
			for k, v := range gm {
				r[k] = v
			}
			for k, v := range gn {
				if old, ok := r[k]; ok {
					v, _ = joinSpan(old, v)
				}
				r[k] = v
			}
		}
	})
}

// BenchmarkMergeUnshared merges maps with equal contents that were built apart,
// the worst case for a tree: nothing is shared and everything must be visited.
func BenchmarkMergeUnshared(b *testing.B) {
	x, y := manySpans(dense), manySpans(dense)
	b.ReportAllocs()
	for b.Loop() {
		x.Merge(y, joinSpan)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/many, "ns/key")
}

// BenchmarkMapGetSet visits the keys in an order that the processor cannot
// foresee.
func BenchmarkMapGetSet(b *testing.B) {
	for _, keys := range distributions {
		m := manySpans(keys.key)
		i := 0
		next := func() uint32 {
			i++
			return keys.key(int(scatter(i)>>7) % many)
		}
		b.Run("Get/"+keys.name, func(b *testing.B) {
			for b.Loop() {
				m.Get(next())
			}
		})
		b.Run("Set/"+keys.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Set(next(), span{})
			}
		})
		b.Run("Delete/"+keys.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Delete(next())
			}
		})
		b.Run("All/"+keys.name, func(b *testing.B) {
			for b.Loop() {
				for range m.All() {
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/many, "ns/key")
		})
	}
}
