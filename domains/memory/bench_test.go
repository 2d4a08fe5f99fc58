package memory_test

import (
	"testing"
	"time"

	"github.com/seed38182bad/parallax/domains/memory"
	"github.com/seed38182bad/parallax/domains/pointer"
)

// large is a memory of n objects with four fields each.
func large(d *memory.Domain[pointer.Set], n int) memory.Memory[pointer.Set] {
	ptr := pointer.Domain{}
	m := d.Empty()
	for s := range pointer.Site(n) {
		m = d.Allocate(m, s, ptr.Nil())
		for f := range pointer.Field(4) {
			m = d.Store(m, ptr.To(pointer.Recent(s)), f, ptr.To(pointer.Recent(s/2)))
		}
	}
	return m
}

// Joining two memories that share all but one object, against two that share
// nothing though they are equal.
func BenchmarkJoin(b *testing.B) {
	ptr := pointer.Domain{}
	d := memory.New(ptr)
	m, twin := large(d, 1000), large(d, 1000)
	near := d.Store(m, ptr.To(pointer.Recent(7)), 0, ptr.Nil())
	var shared, apart time.Duration
	for b.Loop() {
		start := time.Now()
		d.Join(m, near)
		middle := time.Now()
		d.Join(m, twin)
		shared += middle.Sub(start)
		apart += time.Since(middle)
	}
	b.ReportMetric(float64(shared.Nanoseconds())/float64(b.N), "ns/shared")
	b.ReportMetric(float64(apart)/float64(shared), "apart/shared")
}

// Allocation ages all pointers; most memories have none to the site's instance.
func BenchmarkAllocate(b *testing.B) {
	ptr := pointer.Domain{}
	d := memory.New(ptr)
	m := large(d, 100)
	var store, allocate time.Duration
	for b.Loop() {
		start := time.Now()
		d.Store(m, ptr.To(pointer.Recent(7)), 0, ptr.Nil())
		middle := time.Now()
		d.Allocate(m, 7, ptr.Nil())
		store += middle.Sub(start)
		allocate += time.Since(middle)
	}
	b.ReportMetric(float64(allocate.Nanoseconds())/float64(b.N), "ns/allocate")
	b.ReportMetric(float64(allocate)/float64(store), "allocate/store")
}
