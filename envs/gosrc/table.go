package gosrc

import (
	"go/types"
	"unsafe"

	"golang.org/x/tools/go/ssa"
)

// table is a map from the addresses of objects that the program keeps. go/ssa and
// go/types allocate them on the heap, where the collector does not move them, so an
// address names its object. Unlike a Go map it finds an entry by one access to
// memory; nothing is ever removed, and nothing depends on the order of entries.
type table[V any] struct {
	entries []tableEntry[V]
	used    int
}

type tableEntry[V any] struct {
	key uintptr // 0 if the entry is free
	val V
}

func newTable[V any](size int) table[V] {
	return table[V]{entries: make([]tableEntry[V], size)} // a power of two
}

func (t *table[V]) get(key uintptr) (v V) {
	mask := uintptr(len(t.entries) - 1)
	for i := hash(key); ; i++ {
		e := &t.entries[i&mask]
		if e.key == key {
			return e.val
		}
		if e.key == 0 {
			return v
		}
	}
}

// touch reads where the entry of a key is, or near it.
func (t *table[V]) touch(key uintptr) uintptr {
	return t.entries[hash(key)&uintptr(len(t.entries)-1)].key
}

// set adds an entry for a key that has none.
func (t *table[V]) set(key uintptr, v V) {
	if 2*t.used >= len(t.entries) {
		old := t.entries
		t.entries, t.used = make([]tableEntry[V], 2*len(old)), 0
		for _, e := range old {
			if e.key != 0 {
				t.set(e.key, e.val)
			}
		}
	}
	t.used++
	mask := uintptr(len(t.entries) - 1)
	for i := hash(key); ; i++ {
		if e := &t.entries[i&mask]; e.key == 0 {
			e.key, e.val = key, v
			return
		}
	}
}

// hash spreads addresses, whose low bits say little, over the low bits.
func hash(key uintptr) uintptr { return uintptr(uint64(key) * 0x9E3779B97F4A7C15 >> 32) }

func address(v ssa.Value) uintptr { return (*[2]uintptr)(unsafe.Pointer(&v))[1] }

func addressOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

func typeAddress(t types.Type) uintptr { return (*[2]uintptr)(unsafe.Pointer(&t))[1] }
