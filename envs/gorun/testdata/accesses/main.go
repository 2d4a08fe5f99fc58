// Command accesses accesses memory in all forms.
package main

import (
	"os"
	"sync/atomic"
)

type pair struct{ left, right int }

type both struct {
	pair
	inner pair
	list  []int32
	cells [4]uint8
}

var (
	total int
	last  *both
	hits  atomic.Int64
	calls int64
)

func main() {
	a, b := makeBoth(), makeBoth()
	for _, x := range []*both{a, b, a} {
		count(x)
		x.inner.left += x.left // promoted
		x.elements(len(os.Args))
	}
	n := new(int)
	hold(n)
	hold(&a.right)
	table := map[string]int{"a": 1}
	keep(table)
	table["b"] = total
	total += table["a"]
	hits.Add(1)
	atomic.AddInt64(&calls, 1)
	last = b
	a.list = append(a.list, 7, 8)
	copy(b.list, a.list)
}

// makeBoth fills what nothing else knows yet.
func makeBoth() *both {
	b := &both{list: make([]int32, 3)}
	b.left = 1
	return b
}

// count accesses the same field four times.
func count(b *both) {
	b.left++
	b.left += 2
}

func (b *both) elements(i int) {
	b.list[i]++
	b.list[0]++
	b.cells[i]++
	for j := range b.cells {
		b.cells[j]++
	}
}

//go:noinline
func hold(p *int) { *p++ }

var kept map[string]int

func keep(m map[string]int) { kept = m }
