package lattice

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/benbjohnson/immutable"
)

// entry is a binding of a text, kept in a slice that is sorted by them.
type entry struct {
	key string
	val span
}

// list is a persistent map with keys that are no integers: changes copy it.
type list []entry

func (l list) find(k string) (int, bool) {
	return slices.BinarySearchFunc(l, k, func(e entry, k string) int { return cmp.Compare(e.key, k) })
}

func (l list) set(k string, v span) list {
	at, found := l.find(k)
	if !found {
		return slices.Insert(slices.Clip(l), at, entry{k, v})
	}
	l = slices.Clone(l)
	l[at].val = v
	return l
}

// merge copies only if o adds something.
func (l list) merge(o list) list {
	r, i := list(nil), 0
	for _, e := range o {
		for i < len(l) && l[i].key < e.key {
			i++
		}
		if i == len(l) || l[i].key != e.key {
			r = append(r, e)
		} else if v, side := joinSpan(l[i].val, e.val); side&Left == 0 {
			r = append(r, entry{e.key, v})
		}
	}
	for _, e := range r {
		l = l.set(e.key, e.val)
	}
	return l
}

// mergeSorted is the same of maps of the library, which have no merge of their own.
func mergeSorted(a, b *immutable.SortedMap[string, span]) *immutable.SortedMap[string, span] {
	for it := b.Iterator(); !it.Done(); {
		k, v, _ := it.Next()
		old, ok := a.Get(k)
		if v, side := joinSpan(old, v); !ok || side&Left == 0 {
			a = a.Set(k, v)
		}
	}
	return a
}

// BenchmarkTextKeys sets a key of a persistent map, and merges two maps that differ in one key, by a slice that is
// sorted and by benbjohnson/immutable. The package comment says which to take when.
func BenchmarkTextKeys(b *testing.B) {
	for _, n := range []int{4, 32, 300, 3000} {
		var l list
		m := immutable.NewSortedMap[string, span](nil)
		for i := range n {
			k := fmt.Sprint("key", random(i))
			l, m = l.set(k, span{0, 1}), m.Set(k, span{0, 1})
		}
		k := fmt.Sprint("key", random(n/2))
		l2, m2 := l.set(k, span{0, 2}), m.Set(k, span{0, 2})
		for _, c := range []struct {
			name string
			run  func()
		}{
			{"set/slice", func() { l.set(k, span{1, 2}) }},
			{"set/immutable", func() { m.Set(k, span{1, 2}) }},
			{"get/slice", func() { l.find(k) }},
			{"get/immutable", func() { m.Get(k) }},
			{"merge/slice", func() { l.merge(l2) }},
			{"merge/immutable", func() { mergeSorted(m, m2) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					c.run()
				}
			})
		}
	}
}
