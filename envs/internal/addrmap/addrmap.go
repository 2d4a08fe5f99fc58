// Package addrmap has maps from objects to values for the inner loops of lowering.
package addrmap

import (
	"go/types"
	"slices"
	"unsafe"

	"golang.org/x/tools/go/ssa"
)

// Map is one from the addresses of objects that the program keeps. go/ssa and go/types allocate them on the heap. The
// collector does not move them there, so an address names its object. Nothing is ever removed but all at once, and
// nothing depends on the order of entries. With Go maps instead, BenchmarkLower takes 1.3 times as long.
type Map[V any] struct {
	entries []tableEntry[V] // a power of two
	used    int
}

type tableEntry[V any] struct {
	key uintptr // 0 if the entry is free
	val V
}

// Get is the value of a key, zero if it has none.
func (t *Map[V]) Get(key uintptr) V {
	if len(t.entries) == 0 {
		var none V
		return none
	}
	return t.at(key).val
}

// at is the entry where a key is, or a free one where it belongs.
func (t *Map[V]) at(key uintptr) *tableEntry[V] {
	mask := uintptr(len(t.entries) - 1)
	for i := hash(key); ; i++ {
		if e := &t.entries[i&mask]; e.key == key || e.key == 0 {
			return e
		}
	}
}

// Set gives a key a value.
func (t *Map[V]) Set(key uintptr, v V) {
	if 2*t.used >= len(t.entries) {
		old := t.entries
		t.entries, t.used = make([]tableEntry[V], max(64, 2*len(old))), 0
		for _, e := range old {
			if e.key != 0 {
				t.Set(e.key, e.val)
			}
		}
	}
	e := t.at(key)
	if e.key == 0 {
		t.used++
	}
	e.key, e.val = key, v
}

// Reset forgets everything, and makes room for a number of entries.
func (t *Map[V]) Reset(n int) {
	size := 64
	for size < 2*n {
		size *= 2
	}
	if size > cap(t.entries) {
		t.entries = make([]tableEntry[V], size)
	}
	t.entries, t.used = t.entries[:size], 0
	clear(t.entries)
}

// Values goes through the values.
func (t *Map[V]) Values(yield func(V) bool) {
	for _, e := range t.entries {
		if e.key != 0 && !yield(e.val) {
			return
		}
	}
}

// Clone is independent of t.
func (t *Map[V]) Clone() Map[V] { return Map[V]{slices.Clone(t.entries), t.used} }

// hash spreads addresses, whose low bits say little, over the low bits.
func hash(key uintptr) uintptr { return uintptr(uint64(key) * 0x9E3779B97F4A7C15 >> 32) }

func Value(v ssa.Value) uintptr { return (*[2]uintptr)(unsafe.Pointer(&v))[1] }

func Pointer[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

func Type(t types.Type) uintptr { return (*[2]uintptr)(unsafe.Pointer(&t))[1] }
